#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
float pick(int k){ switch(k){ case 0: return 0.1; case 1: case 2: { if (v_uv.x > 0.5) break; return 0.4; } case 3: return 0.7; default: return 0.9; } return 0.25; }
void swap(inout vec3 a, out vec3 b){ b = a.zyx; a = a.yzx; }
void main(){ float s=0.0; int i=0; do { i++; if ((i&1)==0) continue; s += pick(i); } while(i<9 && s < 4.0); for(;;){ s*=0.5; if (s<0.3) break; } vec3 a=vec3(v_uv,s), b; swap(a,b); uint n=7u; while(n>0u){ n>>=1; s+=float(n)*0.01; }
 float k[2][3]; for(int x=0;x<2;x++) for(int y=0;y<3;y++) k[x][y]=float(x*3+y); if (gl_FragCoord.x < -10.0) discard;
 o_color = vec4(a.x+b.y, s, k[1][int(v_uv.y*3.0)]*0.2, gl_FrontFacing?1.0:0.5); }
