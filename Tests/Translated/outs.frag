#version 450
layout(location=0) in vec2 v_uv; layout(location=1) flat in int mode; layout(location=2) noperspective in vec3 extra; layout(location=0) out vec4 o_color; layout(location=1) out vec4 second;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
layout(constant_id=3) const float K = 2.5; layout(constant_id=4) const int N = 3;
void main(){ float acc=0.0; for(int i=0;i<N;i++) acc+=K*v_uv.x; o_color=vec4(v_uv,acc,1.0)+vec4(extra*0.0,0.0)+float(mode); second=vec4(1); }
