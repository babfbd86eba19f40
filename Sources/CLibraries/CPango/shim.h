#pragma once
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <ft2build.h>
#include FT_FREETYPE_H

// PANGO_FC_FONT_MAP is a checked-cast macro, which Swift does not import.
static inline void ambient_font_map_set_config(PangoFontMap *map, FcConfig *config) {
    pango_fc_font_map_set_config((PangoFcFontMap *)map, config);
}

// Swift sees GObject pointers of different types; one entry to release any of them.
static inline void ambient_object_unref(void *object) { g_object_unref(object); }

// PANGO_LAYOUT_RUN is a typedef of a list element's data; the list is untyped.
static inline PangoGlyphItem *ambient_layout_run(GSList *element) { return (PangoGlyphItem *)element->data; }
