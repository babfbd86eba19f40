// A lit sphere with fresnel, reflection and refraction.
void main() {
    vec2 p = (gl_FragCoord.xy - vec2(48.0, 32.0)) / 30.0;
    float rr = dot(p, p);
    if (rr > 1.0) { colour = vec4(0.1, 0.1, 0.15, 1.0); return; }
    vec3 n = vec3(p.x, -p.y, sqrt(1.0 - rr)), v = vec3(0, 0, 1), l = normalize(vec3(0.5, 0.8, 0.6));
    float diffuse = max(dot(n, l), 0.0), shine = pow(max(dot(reflect(-l, n), v), 0.0), 32.0), fresnel = pow(1.0 - dot(n, v), 5.0);
    vec3 r = reflect(-v, n), t = refract(-v, n, 0.75);
    vec3 c = vec3(0.1, 0.3, 0.6) * (0.2 + diffuse) + shine + fresnel * vec3(0.4) + 0.2 * smoothstep(-0.3, 0.3, sin(t.x * 9.0)) * (0.5 + 0.5 * r.y);
    colour = vec4(c / (1.0 + c), 1.0);
}
