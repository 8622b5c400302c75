#include "report/report.h"

static void put_vector(buffer *t, const double v[3])
{
    for (int i = 0; i < 3; ++i) {
        buffer_char(t, ',');
        buffer_number(t, v[i]);
    }
}

static void put_finding(buffer *t, const report_finding *f, const char *unit)
{
    buffer_format(t, "%s,%s,%s,", f->key, report_status_name(f->status), report_kind_name(f->kind));
    buffer_number(t, f->distance);
    buffer_char(t, ',');
    buffer_number(t, f->depth);
    buffer_format(t, ",%s,%s,", f->id_a, f->id_b);
    buffer_csv(t, f->name_a);
    buffer_char(t, ',');
    buffer_csv(t, f->name_b);
    put_vector(t, f->point_a);
    put_vector(t, f->point_b);
    put_vector(t, f->normal);
    put_vector(t, f->point);
    buffer_char(t, ',');
    const char *names[REPORT_FLAG_COUNT];
    size_t count = report_flag_names(f->flags, names);
    for (size_t i = 0; i < count; ++i) buffer_format(t, "%s%s", i ? " " : "", names[i]);
    buffer_char(t, ',');
    buffer_number(t, f->tolerance);
    buffer_format(t, ",%s,%s,", unit, report_level_name(f->level));
    buffer_csv(t, f->rule ? f->rule : "");
    buffer_format(t, ",%s,", report_review_name(f->review));
    buffer_csv(t, f->note ? f->note : "");
    buffer_char(t, ',');
    buffer_csv(t, f->by ? f->by : "");
    buffer_char(t, ',');
    buffer_number(t, f->tessellation);
    buffer_char(t, ',');
    if (f->has_volume) buffer_number(t, f->volume);
    buffer_char(t, '\n');
}

void report_csv(buffer *t, const report *r)
{
    buffer_put(t, "key,status,kind,distance,depth,a,b,a_name,b_name,point_a_x,point_a_y,point_a_z,"
                  "point_b_x,point_b_y,point_b_z,normal_x,normal_y,normal_z,point_x,point_y,point_z,flags,"
                  "tolerance,unit,severity,rule,review,note,by,tessellation,volume\n");
    for (size_t i = 0; i < r->finding_count; ++i)
        put_finding(t, &r->findings[i], r->settings.unit ? r->settings.unit : "");
}
