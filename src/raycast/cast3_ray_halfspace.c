#include "feeler/cast.h"

flr_cast3 flr_cast3_ray_halfspace(const flr_cast3_path *path, const flr_halfspace3 *h)
{
    return flr_cast3_ray_halfspaces(path, h, 1);
}
