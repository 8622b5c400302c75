/// What the regions of several manifolds say of their points: which shape of a compound, and where on its surface.
#include "any/contacts3.h"

#include "any/contact3_gather.h"

static flr_contact3_part part_none(uint32_t child)
{
    return (flr_contact3_part){child, FLR_CONTACT3_NO_TRIANGLE, 0, {0, 0, 0}};
}

/// A corner's number: of boxes, whose codes have a digit of base 3 for each axis, a bit for each.
static uint32_t number_of(const feature3 *f, int k)
{
    const uint32_t code = f->codes[k];
    if (!f->is_box) return code;
    return (uint32_t)(code % 3 == 2) | (uint32_t)(code / 3 % 3 == 2) << 1 | (uint32_t)(code / 9 == 2) << 2;
}

void flr_contacts3_set_feature(const feature3 *f, flr_vec3 p, flr_real near, flr_contact3_part *part)
{
    if (f->count == 0) return;
    int corner = -1, edge = -1;
    for (int k = 0; k < f->count; k++) {
        const flr_vec3 way = flr_sub3(p, f->corners[k]),
                       side = flr_sub3(f->corners[k + 1 < f->count ? k + 1 : 0], f->corners[k]);
        const flr_real along = flr_dot3(way, side), whole = flr_length_squared3(side),
                       square = flr_length_squared3(way);
        if (corner < 0 && square <= near * near) corner = k;
        // beyond the ends it is at a corner
        if (edge < 0 && along >= 0 && along <= whole && square * whole - along * along <= near * near * whole)
            edge = k;
    }
    part->corner_count = corner >= 0 || f->count == 1 ? 1 : edge >= 0 || f->count == 2 ? 2 : 3;
    const int first = corner >= 0 ? corner : edge >= 0 && part->corner_count == 2 ? edge : 0;
    for (uint32_t k = 0; k < part->corner_count; k++)
        part->corners[k] = number_of(f, (first + (int)k) % f->count);
}

void flr_contacts3_set_part(const flr_convex3 *c, const flr_manifold3_point *p, flr_vec3 out, flr_real near,
                            flr_contact3_part *part)
{
    feature3 f;
    flr_feature3(c, out, &f);
    const flr_vec3 at = flr_mul_add3(p->position, p->depth / 2 - c->radius, out);
    flr_contacts3_set_feature(&f, flr_sub3(at, flr_feature3_anchor(c)), near, part);
}

void flr_contacts3_set_parts(const flr_convex3 *x, const flr_convex3 *y, const flr_manifold3_point *p,
                             flr_vec3 normal, flr_contact3_part *of_x, flr_contact3_part *of_y)
{
    const flr_real size = flr_length3(flr_sub3(flr_support3(y, normal), flr_support3(x, flr_neg3(normal)))),
                   near = (size + x->radius + y->radius) * (flr_real)CONTACT3_SNAP;
    flr_contacts3_set_part(x, p, normal, near, of_x);
    flr_contacts3_set_part(y, p, flr_neg3(normal), near, of_y);
}

flr_contact3_region *flr_contacts3_next(contacts3_answer *out, flr_contact3_region *spare)
{
    flr_contact3_region *r = out->count < out->capacity ? &out->regions[out->count] : spare;
    out->count++;
    for (int i = 0; i < 4; i++) {
        r->parts_a[i] = part_none(out->child_a);
        r->parts_b[i] = part_none(out->child_b);
    }
    return r;
}
