#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
const float weights[5] = float[5](0.1,0.2,0.4,0.2,0.1);
const vec3 palette[3] = vec3[3](vec3(1,0,0),vec3(0,1,0),vec3(0,0,1));
struct S { vec3 c; float w; };
const S table[2] = S[2](S(vec3(1,2,3),0.5), S(vec3(4,5,6),0.25));
float sum(float a[5]) { float s = 0.0; for (int i=0;i<5;i++) s += a[i]*float(i); return s; }
void main(){ float a[5] = weights; int k = int(v_uv.x*5.0); a[k] += 1.0; vec3 p = palette[k%3]; S l[2] = table; l[k&1].w *= 2.0;
 o_color = vec4(p*sum(a)*0.1 + l[k&1].c*l[k&1].w*0.1, 1.0); }
