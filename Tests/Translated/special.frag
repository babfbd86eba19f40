#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
void main(){ float inf=1.0/0.0; float x=v_uv.x*4.0-2.0; bool n=isnan(sqrt(x)); bool i=isinf(x/ (v_uv.y-v_uv.y)); float a=atan(x,v_uv.y), b=atan(x), c=inversesqrt(abs(x)+0.1), d=exp(x)+log(abs(x)+1.0)+log2(3.0+x)+pow(abs(x),1.5); float e=roundEven(x*3.0)+round(x)+trunc(x)+ceil(x)+floor(x); float f=smoothstep(-1.0,1.0,x)+step(0.0,x)+clamp(x,-0.5,0.5)+mix(1.0,2.0,x); float g=min(x,inf)+fma(x,2.0,1.0)+tan(x*0.3)+tanh(x)+sinh(x)+cosh(x)+asin(x*0.4)+acos(x*0.4); float l=length(vec3(v_uv,x))+distance(v_uv,vec2(0.5))+dot(v_uv,v_uv)+length(x)+distance(x,1.0)+normalize(x); vec3 cr=cross(vec3(v_uv,1),vec3(1,0,x)); 
 o_color=vec4(a+b+c, d+(n?1.0:0.0)+(i?0.5:0.0), e+f, g+l+cr.y); }
