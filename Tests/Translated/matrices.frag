#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
mat2 rot(float a){ float c=cos(a), s=sin(a); return mat2(c,-s,s,c); }
void main(){ mat3 m = mat3(rot(v_uv.x)); m[2] = vec3(v_uv,1.0); mat4 n = mat4(m); n[3][1] = 0.5; mat3 i = inverse(m); mat4 j = inverse(n); mat2 k=inverse(rot(v_uv.y)+mat2(1.0));
 mat3 q = matrixCompMult(m, i) + outerProduct(vec3(1,2,3), vec3(v_uv,0.5)); mat2x3 z = mat2x3(m); vec2 y = vec3(1.0)*z; 
 o_color = vec4(determinant(m)+k[0][0], (i*vec3(v_uv,1.0)).x, (j*n)[1].y + y.x, transpose(q)[1][2]); }
