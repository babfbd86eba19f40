#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
struct Ray { vec3 o, d; }; struct Hit { float t; vec3 n; Ray r; bool ok; };
float map(vec3 p){ return min(length(p)-1.0, p.y+1.0); }
Hit march(Ray r){ Hit h = Hit(0.0, vec3(0), r, false); for(int i=0;i<40;i++){ float d=map(r.o+r.d*h.t); if(d<0.001){h.ok=true;break;} h.t+=d; if(h.t>20.0)break;} vec2 e=vec2(0.001,0); vec3 p=r.o+r.d*h.t; h.n=normalize(vec3(map(p+e.xyy)-map(p-e.xyy),map(p+e.yxy)-map(p-e.yxy),map(p+e.yyx)-map(p-e.yyx))); return h; }
void main(){ Ray r; r.o=vec3(0,0,-3); r.d=normalize(vec3(v_uv*2.0-1.0,1.5)); Hit h=march(r); Hit g=h; g.r.d.x+=u.params.x; vec3 c=h.ok? h.n*0.5+0.5 : vec3(0.1)+g.r.d*0.0; o_color=vec4(pow(c,vec3(1.0/2.2)),1.0); }
