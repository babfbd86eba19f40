#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
uvec3 pcg3d(uvec3 v){ v=v*1664525u+1013904223u; v.x+=v.y*v.z; v.y+=v.z*v.x; v.z+=v.x*v.y; v^=v>>16u; v.x+=v.y*v.z; v.y+=v.z*v.x; v.z+=v.x*v.y; return v; }
void main(){ uvec3 r=pcg3d(uvec3(gl_FragCoord.xy,7)); ivec3 s=ivec3(r)%13; s=clamp(s,ivec3(-5),ivec3(5)); s=abs(s)+max(s,0)-min(s,ivec3(2)); bvec3 q=greaterThanEqual(s,ivec3(1)); ivec2 e=ivec2(v_uv*10.0)<<2; e=~e|ivec2(3); uint z=uint(e.x)/3u; int y=-7/int(v_uv.x*3.0+1.0); 
 o_color=vec4(vec3(r)*(1.0/4294967295.0)+vec3(q), float(s.x+s.y*s.z+e.y+y)+float(z&255u)); }
