/*
 * Boards that are as far as another. See images.h.
 */
#include "far/images.h"

#include "puzzle/geometry.h"

tilepdb_status images_init(struct images *images, int width, int height, int goal_blank,
                           tilepdb_error *error) {
    *images = (struct images){.goal_blank = goal_blank};
    struct geometry geometry;
    tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &images->goal, error);
    if (status) return status;
    struct view_map *reflection = &images->reflection;
    images->reflects = symmetry_reflection(&geometry, (uint8_t)goal_blank, &reflection->which);
    if (!images->reflects) return TILEPDB_OK;
    symmetry_init(&reflection->symmetry, &geometry, reflection->which);
    for (unsigned cell = 0; cell < geometry.cells; cell++)
        reflection->tile_to[images->goal.cells[cell]] =
            (uint8_t)images->goal.cells[reflection->symmetry.to[cell]];
    return TILEPDB_OK;
}

bool image_reflected(const struct images *images, const tilepdb_board *board,
                     tilepdb_board *image) {
    if (images->reflects) view_map_apply(&images->reflection, board, image);
    return images->reflects;
}

bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image) {
    struct view_map back;
    const tilepdb_board *goal = &images->goal;
    if (!view_map_init(&back, board, goal->width, goal->height, images->goal_blank)) return false;
    view_map_apply(&back, goal, image);
    return true;
}
