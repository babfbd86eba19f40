#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
float hash(vec2 p){ return fract(sin(dot(p, vec2(127.1,311.7)))*43758.5453); }
float noise(vec2 p){ vec2 i=floor(p), f=fract(p); f=f*f*(3.0-2.0*f); return mix(mix(hash(i),hash(i+vec2(1,0)),f.x), mix(hash(i+vec2(0,1)),hash(i+vec2(1,1)),f.x), f.y); }
void main(){ float m = mod(v_uv.x*7.0-3.0, 2.0); vec2 n = mod(v_uv*5.0-2.0, vec2(1.5)); vec3 o = mod(vec3(v_uv,1.0)*9.0, 2.0); float r = radians(90.0)+degrees(v_uv.x)*0.001; 
 bvec3 b = lessThan(o, vec3(1.0)); vec3 s = mix(vec3(1.0), o, b); vec3 t = faceforward(o, s, vec3(0,1,0)); vec3 v=reflect(o,normalize(s)); vec3 w = refract(normalize(o+0.1),normalize(s),0.7); float z = refract(0.5, 1.0, 0.6)+reflect(m,1.0);
 int sg = sign(int(m*10.0)-5); float ip; float fr = modf(m*3.3, ip); int ex; float fx = frexp(m+1.0, ex); float ld = ldexp(fx, ex+1);
 o_color = vec4(m+n.x+float(sg)+fr+ip, (all(b)?1.0:0.0)+(any(not(b))?2.0:0.5), s.x+t.y+v.z+w.x+z, noise(v_uv*8.0)+ld+r+asinh(m)+atanh(0.3*fr)+acosh(1.0+m)); }
