// Neither has braces after `void`, a texture or a pointer an end.
fragment float4 fragment_fuzz(texture2d<float> t [[texture(0)]]) {
    void{1};
    void x = {1};
    texture2d<float> u = {t};
    thread float *p = {1};
    return void{};
}
