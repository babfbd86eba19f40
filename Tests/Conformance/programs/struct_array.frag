// Arrays of structures with arrays, indexed by what the pixel says.
struct Ball { vec2 at; float radius; float weights[3]; };
void main() {
    Ball balls[4];
    for (int i = 0; i < 4; i++) {
        balls[i].at = vec2(0.2 + 0.2 * float(i), 0.3 + 0.15 * float(i * i % 3));
        balls[i].radius = 0.08 + 0.03 * float(i);
        for (int j = 0; j < 3; j++) balls[i].weights[j] = float((i * 3 + j) % 5) * 0.25;
    }
    int chosen = int(gl_FragCoord.x) / 24;
    balls[chosen].radius += 0.05;
    Ball copy = balls[3 - chosen];
    copy.weights[chosen % 3] = 1.0;
    vec3 c = vec3(copy.weights[0], copy.weights[1], copy.weights[2]) * 0.3;
    for (int i = 0; i < 4; i++)
        if (distance(uv, balls[i].at) < balls[i].radius)
            c += vec3(balls[i].weights[0], balls[i].weights[1], balls[i].weights[2]) * 0.7;
    colour = vec4(c, 1.0);
}
