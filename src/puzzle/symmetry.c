#include "puzzle/symmetry.h"

#include "puzzle/board.h"

enum { FLIP_COLUMNS = 1, FLIP_ROWS = 2, TRANSPOSE = 4 };

void symmetry_init(struct symmetry *symmetry, const struct geometry *geometry, unsigned which) {
    bool transposed = which & TRANSPOSE;
    unsigned width = transposed ? geometry->height : geometry->width;
    unsigned height = transposed ? geometry->width : geometry->height;
    *symmetry = (struct symmetry){.width = (uint8_t)width, .height = (uint8_t)height};
    for (unsigned cell = 0; cell < geometry->cells; cell++) {
        unsigned row = cell / geometry->width;
        unsigned column = cell % geometry->width;
        unsigned image_row = transposed ? column : row;
        unsigned image_column = transposed ? row : column;
        if (which & FLIP_COLUMNS) image_column = width - 1 - image_column;
        if (which & FLIP_ROWS) image_row = height - 1 - image_row;
        symmetry->to[cell] = (uint8_t)(image_row * width + image_column);
    }
}

enum direction symmetry_direction(unsigned which, enum direction direction) {
    static const enum direction transposed[DIRECTIONS] = {
        [BLANK_UP] = BLANK_LEFT,
        [BLANK_LEFT] = BLANK_UP,
        [BLANK_RIGHT] = BLANK_DOWN,
        [BLANK_DOWN] = BLANK_RIGHT,
    };
    enum direction image = which & TRANSPOSE ? transposed[direction] : direction;
    bool horizontal = image == BLANK_LEFT || image == BLANK_RIGHT;
    bool flipped = which & (horizontal ? FLIP_COLUMNS : FLIP_ROWS);
    return flipped ? direction_opposite(image) : image;
}

bool symmetry_reflection(const struct geometry *geometry, uint8_t goal_blank, unsigned *which) {
    if (geometry->width != geometry->height || goal_blank >= geometry->cells) return false;
    static const unsigned diagonals[] = {TRANSPOSE, TRANSPOSE | FLIP_COLUMNS | FLIP_ROWS};
    for (unsigned i = 0; i < 2; i++) {
        struct symmetry symmetry;
        symmetry_init(&symmetry, geometry, diagonals[i]);
        if (symmetry.to[goal_blank] == goal_blank) {
            *which = diagonals[i];
            return true;
        }
    }
    return false;
}

static bool view_map_symmetry(struct view_map *map, const tilepdb_board *goal,
                              const tilepdb_board *standard) {
    struct geometry geometry;
    geometry_init(&geometry, goal->width, goal->height, NULL);
    const unsigned blank = board_blank(goal), standard_blank = board_blank(standard);
    for (map->which = 0; map->which < SYMMETRIES; map->which++) {
        symmetry_init(&map->symmetry, &geometry, map->which);
        if (map->symmetry.width == standard->width && map->symmetry.height == standard->height &&
            map->symmetry.to[blank] == standard_blank)
            return true;
    }
    return false;
}

bool view_map_init(struct view_map *map, const tilepdb_board *goal, int table_width,
                   int table_height, int table_goal_blank) {
    tilepdb_board standard;
    *map = (struct view_map){0};
    if (board_check_table(goal, NULL) ||
        tilepdb_goal(table_width, table_height, table_goal_blank, &standard, NULL) != TILEPDB_OK ||
        !view_map_symmetry(map, goal, &standard))
        return false;
    unsigned cells = (unsigned)goal->width * goal->height;
    for (unsigned cell = 0; cell < cells; cell++)
        map->tile_to[goal->cells[cell]] = (uint8_t)standard.cells[map->symmetry.to[cell]];
    for (unsigned d = 0; d < DIRECTIONS; d++)
        map->direction_to[d] = symmetry_direction(map->which, (enum direction)d);
    return true;
}

void view_map_apply(const struct view_map *map, const tilepdb_board *in, tilepdb_board *out) {
    const struct symmetry *symmetry = &map->symmetry;
    unsigned cells = (unsigned)symmetry->width * symmetry->height;
    *out = (tilepdb_board){.width = symmetry->width, .height = symmetry->height};
    for (unsigned cell = 0; cell < cells; cell++)
        out->cells[symmetry->to[cell]] = map->tile_to[in->cells[cell]];
}
