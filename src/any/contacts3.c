/// Several manifolds of one pair: one for each part of the surfaces with a normal of its own, and one for each two shapes of compounds.
#include "any/contacts3.h"

#include "any/any3.h"
#include "any/box_gap.h"
#include "any/contact3_gather.h"
#include "base/answer.h"

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
        p.position = flr_sub3(p.position, k.origin);
        flr_contacts3_set_parts(k.a, k.b, &p, m.normal, &to->parts_a[i], &to->parts_b[i]);
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
