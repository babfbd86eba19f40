#version 450
precision mediump float;
layout(location=0) in highp vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
void main(){ mediump vec3 a=vec3(v_uv,0.5); mediump mat3 m=mat3(a,a.yzx,a.zxy); a=m*a; o_color=vec4(exp2(a)*0.2,1.0); }
