#version 450
layout(location=0) in vec2 v_uv; layout(location=0) out vec4 o_color;
layout(set=0,binding=0) uniform U { float time; vec2 resolution; vec4 params; float sensitivity; } u;
void main(){ uint x = uint(v_uv.x*1000.0); int y = int(v_uv.y*1000.0)-500; 
 uint a = bitfieldExtract(x, 3, 5); uint b = bitfieldInsert(x, 21u, 2, 6); uint c = bitfieldReverse(x); int d = findLSB(y); int e = findMSB(y); int f=bitCount(x); int g = findMSB(x); int h=bitfieldExtract(y,1,6);
 uint bits = floatBitsToUint(v_uv.x); float back = uintBitsToFloat(bits ^ 1u);
 uint p = packUnorm4x8(vec4(v_uv,0.25,1.0)); vec4 q = unpackUnorm4x8(p); uint r=packHalf2x16(v_uv); vec2 s=unpackHalf2x16(r); uint t=packSnorm2x16(v_uv*2.0-1.0); vec2 w=unpackSnorm2x16(t);
 uint carry; uint add = uaddCarry(x, 4294967295u, carry); uint msb, lsb; umulExtended(x, 123456789u, msb, lsb);
 o_color = vec4(float(a+b%7u)+float(c>>24), float(d+e+f+g+h), back+q.y+s.x+w.y, float(add&15u)+float(carry)+float(msb)+float(lsb&7u)); }
