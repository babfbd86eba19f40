#pragma once
int ambient_pixel_placeholder(void);
