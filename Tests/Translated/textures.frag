#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
layout(set=0,binding=1) uniform sampler2D t; layout(set=0,binding=2) uniform sampler2D t2;
void main(){ vec4 a=texture(t,v_uv); vec4 b=textureLod(t,v_uv*2.0,0.0); vec4 c=texelFetch(t,ivec2(v_uv*vec2(textureSize(t,0))),0); vec4 d=textureOffset(t,v_uv,ivec2(1,-1)); vec4 e=textureGrad(t2,v_uv,dFdx(v_uv),dFdy(v_uv)); vec4 f=textureGather(t,v_uv); vec4 g=textureGather(t,v_uv,2); vec4 h=texture(t2,v_uv,0.5); vec4 p=textureProj(t,vec3(v_uv,1.0));
 o_color=(a+b+c+d+e+f+g+h+p)/9.0+fwidth(v_uv.x); }
