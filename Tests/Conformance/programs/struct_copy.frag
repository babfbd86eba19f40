// Structures in structures: copies, assignment, comparison, results and arguments.
struct Light { vec3 at; float power; };
struct Scene { Light key; Light fill; int count; mat2 turn; };
Light moved(Light l, vec3 by) { l.at += by; l.power *= 0.5; return l; }
Scene build(vec2 v) { return Scene(Light(vec3(v, 1.0), 2.0), Light(vec3(v.yx, 0.0), 0.5), 2, mat2(0.6, 0.8, -0.8, 0.6)); }
void main() {
    Scene s = build(uv), t = s;
    t.key = moved(s.fill, vec3(0.1, 0.2, 0.3));
    t.fill.at.xy = t.turn * s.key.at.xy;
    if (uv.x > 0.5) { t = s; t.turn[1][0] += uv.y > 0.7 ? 0.5 : 0.0; }
    if (t == s) t.count = 9;
    if (s.key == build(uv).key) t.count += 1;
    colour = vec4(t.key.at * t.key.power * 2.0, 1.0) + vec4(abs(t.fill.at) * 0.25, 0.0) + vec4(s.key.power * 0.05 * float(t.count));
    colour = vec4(colour.rgb * 0.5, 1.0);
}
