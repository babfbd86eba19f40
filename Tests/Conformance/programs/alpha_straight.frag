// Straight alpha from none to full: the picture holds colour times alpha.
void main() { colour = vec4(uv, 1.0 - uv.x, mod(gl_FragCoord.x, 32.0) / 31.0); }
