/// Several manifolds of one pair: one for each part of the surfaces with a normal of its own, and one for each two shapes of compounds.
#include "any/contacts3.h"

#include "any/any3.h"
#include "any/box_gap.h"
#include "any/contact3_gather.h"
#include "base/answer.h"

// ---- What makes a point

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

/// Of both shapes of a manifold that has its normal from x to y.
static void set_parts(const flr_convex3 *x, const flr_convex3 *y, const flr_manifold3_point *p,
                      flr_vec3 normal, flr_contact3_part *of_x, flr_contact3_part *of_y)
{
    const flr_real size = flr_length3(flr_sub3(flr_support3(y, normal), flr_support3(x, flr_neg3(normal)))),
                   near = (size + x->radius + y->radius) * (flr_real)CONTACT3_SNAP;
    flr_contacts3_set_part(x, p, normal, near, of_x);
    flr_contacts3_set_part(y, p, flr_neg3(normal), near, of_y);
}

// ---- Pairs

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

static flr_status of_two(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,
                         contacts3_answer *out)
{
    flr_contact3_region spare;
    flr_manifold3 m;
    any3_recentered_pair near;
    any3_cores k;
    bool apart = false;
    if (flr_any3_recenter(a, b, &near)) {
        const size_t first = out->count;
        const flr_status status = of_two(&near.a.shape, &near.b.shape, o, out);
        for (size_t i = first; i < out->count && i < out->capacity; i++)
            for (int j = 0; j < out->regions[i].manifold.count; j++) {
                flr_vec3 *p = &out->regions[i].manifold.points[j].position;
                *p = flr_add3(*p, near.origin);
            }
        return status;
    }
    if (flr_any3_factor(a, b, o->margin) == 1 && flr_contacts3_mesh(a, b, o, out, &apart)) return FLR_OK;
    if (apart) return FLR_OK;
    const flr_status status = flr_contact3(a, b, o, &m);
    if (!flr_has_answer(status) || (m.count == 0 && !m.inseparable)) return status;
    flr_contact3_region *to = flr_contacts3_next(out, &spare);
    to->manifold = m;
    if (to == &spare || !flr_any3_cores(a, b, &k)) return status;
    for (int i = 0; i < m.count; i++) {
        flr_manifold3_point p = m.points[i];
        p.position = flr_sub3(p.position, any3_cores_world(&k, flr_vec3_make(0, 0, 0)));
        set_parts(k.a, k.b, &p, m.normal, &to->parts_a[i], &to->parts_b[i]);
    }
    return status;
}

/// Of what was found from `first` on for the two in the other order.
static void mirror(contacts3_answer *out, size_t first)
{
    for (size_t i = first; i < out->count && i < out->capacity; i++) {
        flr_contact3_region *r = &out->regions[i];
        if (r->manifold.count > 0) r->manifold.normal = flr_neg3(r->manifold.normal);
        for (int k = 0; k < 4; k++) {
            const flr_contact3_part part = r->parts_a[k];
            r->parts_a[k] = r->parts_b[k];
            r->parts_b[k] = part;
        }
    }
}

static void swap_children(contacts3_answer *out)
{
    const uint32_t child = out->child_a;
    out->child_a = out->child_b;
    out->child_b = child;
}

/// In the order of shapes, as flr_contact3 has it, whichever of a compound's they are.
static flr_status of_leaves(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,
                            contacts3_answer *out)
{
    any3_pair p;
    const size_t first = out->count;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    any3_sort(&p);
    if (!p.swapped) return of_two(p.a, p.b, o, out);
    swap_children(out);
    status = of_two(p.a, p.b, o, out);
    swap_children(out);
    mirror(out, first);
    return status;
}

static bool clearly_apart(const flr_shape3 *a, const flr_shape3 *b, flr_real margin)
{
    if (!flr_any3_is_bounded(a) || !flr_any3_is_bounded(b)) return false;
    const flr_aabb3 x = flr_any3_bounds(a), y = flr_any3_bounds(b);
    return box_gap(&x.min.x, &y.min.x, 3) > margin;
}

/// The worse of two: an error ends all.
static flr_status worse(flr_status a, flr_status b) { return !flr_has_answer(a) || b == FLR_OK ? a : b; }

/// Every shape of a with every shape of b. `in_a`, `in_b`: it is one of a compound within a compound, and has the number of that.
static flr_status of_all(const flr_shape3 *a, const flr_shape3 *b, bool in_a, bool in_b,
                         const flr_contact3_options *o, contacts3_answer *out)
{
    flr_status status = FLR_OK;
    if (clearly_apart(a, b, o->margin)) return FLR_OK;
    if (any3_is_compound(a)) {
        for (size_t i = 0; i < a->as.compound.count && flr_has_answer(status); i++) {
            if (!in_a) out->child_a = (uint32_t)i;
            status = worse(status, of_all(&a->as.compound.shapes[i], b, true, in_b, o, out));
        }
        return status;
    }
    if (!any3_is_compound(b)) return of_leaves(a, b, o, out);
    for (size_t i = 0; i < b->as.compound.count && flr_has_answer(status); i++) {
        if (!in_b) out->child_b = (uint32_t)i;
        status = worse(status, of_all(a, &b->as.compound.shapes[i], in_a, true, o, out));
    }
    return status;
}

flr_status flr_contacts3(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *options,
                         flr_contact3_region *regions, size_t capacity, size_t *count)
{
    if (!count || (!regions && capacity > 0)) return FLR_INVALID_ARGUMENT;
    *count = 0;
    any3_pair p;
    const flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    if (options && !(flr_is_option(options->margin) && flr_is_option(options->face_bias)))
        return FLR_INVALID_ARGUMENT;
    const flr_contact3_options o = {options ? options->margin : 0, options ? options->face_bias : 0, NULL};
    contacts3_answer out = {regions, capacity, 0, 0, 0};
    any3_sort(&p);
    const flr_status found = of_all(p.a, p.b, false, false, &o, &out);
    if (p.swapped) mirror(&out, 0);
    if (flr_has_answer(found)) *count = out.count;
    return found;
}
