/// Manifolds of two boxes for one width of lanes, for a source that defines CONTACT3_BOXES_FORM, the name of its table.
#include "contact/contact3_boxes_edges.h"
#include "contact/contact3_boxes_faces.h"
#include "feeler/overlap3.h"

/// By this separation a touch may be rounded one way, by the overlap's another: what that says stands.
static inline bool is_within(const box_contact3 *j, double over)
{
    if (j->radii > 0 || j->margin > 0 || fabs(over) > j->found.rounding) return !(over > 0);
    return flr_overlap3_box_box(j->a, j->b);
}

static inline void write_normal(flr_manifold3 *m, f64x4 n, double turn)
{
    flr_real v[4];
    f64x4_store_real(v, f64x4_mul(f64x4_splat(turn), n), f64x4_splat(-0.0));
    m->normal = flr_vec3_make(v[0], v[1], v[2]);
}

/// Of the axis that was found, in world.
static inline f64x4 world_normal(const box_contact3 *j)
{
    const separation3_boxes *found = &j->found;
    if (found->axis >= 8)
        return f64x4_div(box_contact3_world(j, j->pair->normal[0], j->pair->normal[1], j->pair->normal[2]),
                         f64x4_splat(found->length));
    const flr_real *p = box_contact3_reals(found->box ? j->b : j->a) + 3 + 3 * found->nearest;
    return f64x4_xor(f64x4_load_real(p),
                     f64x4_xor(boxes3_side(j->pair, found), f64x4_splat(found->box ? -0.0 : 0.0)));
}

static contact3_boxes_answer contact(const flr_box3 *a, const flr_box3 *b, const contact3_boxes_ask *ask,
                                     flr_manifold3 *m)
{
    boxes3 pair;
    box_contact3 j;
    j.pair = &pair;
    j.a = a;
    j.b = b;
    j.ask = ask;
    j.margin = ask->margin;
    j.radii = ask->radius_a + ask->radius_b;
    const double limit = j.margin + j.radii;
    m->count = 0;
    m->inseparable = false;
    const sat3_end end = boxes3_separate(a, b, limit, ask->face_bias, &pair, &j.found);
    if (end == BOXES3_EXTREME) return CONTACT3_UNKNOWN;
    write_normal(m, world_normal(&j), ask->turn);
    const double over = j.found.separation - limit;
    if (end == BOXES3_BEYOND || !is_within(&j, over)) return CONTACT3_APART;
    if (over > 0) j.margin += over;
    contact3_boxes_answer answer = CONTACT3_UNKNOWN;
    face_pair f;
    if (j.found.axis < 8 ? faces_found(&j, &f) : faces_beside(&j, &f)) answer = make_patch(&j, &f, m);
    if (answer == CONTACT3_UNKNOWN && j.found.axis >= 8) answer = contact_edges(&j, m);
    for (int i = 0; i < m->count && over > 0; i++)
        if ((double)m->points[i].depth < -ask->margin) m->points[i].depth = (flr_real)-ask->margin;
    return answer;
}

static void share(const clip3_sheet *sheet, const double half[2], double least, double slack,
                  clip3_spots *spots)
{
    const clip3_sheet4 s = clip3_sheet_spread(sheet);
    clip3_places places;
    clip3_share(&s, half, least, slack, spots, &places);
}

static void spread(clip3_spots *spots, const double half[2], double slack)
{
    const clip3_places places = clip3_read(spots);
    clip3_spread(spots, &places, half, clip3_deepest(&places), slack);
}

const contact3_boxes_form CONTACT3_BOXES_FORM = {contact, share, spread};
