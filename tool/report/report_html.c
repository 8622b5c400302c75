#include <string.h>

#include "report/geometry.h"
#include "report/page.h"
#include "report/page_data.h"
#include "report/report.h"

/// The files' names without their folders.
static void put_title(buffer *t, const report *r)
{
    buffer title = {0};
    for (size_t i = 0; i < r->settings.file_count; ++i) {
        const char *name = r->settings.files[i], *slash = strrchr(name, '/');
        if (i) buffer_put(&title, ", ");
        if (i == 3 && r->settings.file_count > 4) {
            buffer_format(&title, "and %zu more", r->settings.file_count - i);
            break;
        }
        buffer_put(&title, slash ? slash + 1 : name);
    }
    buffer_put(&title, ": interference");
    t->failed |= title.failed;
    if (title.data) buffer_html(t, title.data);
    buffer_free(&title);
}

/// Then *length becomes the mark's.
static bool starts_with(const char *string, const char *mark, size_t *length)
{
    if (strncmp(string, mark, strlen(mark)) != 0) return false;
    *length = strlen(mark);
    return true;
}

void report_html(buffer *t, const report *r, const model *m, size_t geometry_limit, size_t *left_out)
{
    *left_out = 0;
    for (const char *at = (const char *)report_page, *mark; *at; at = mark) {
        mark = strstr(at, "{{");
        if (!mark) {
            buffer_put(t, at);
            return;
        }
        buffer_bytes(t, at, (size_t)(mark - at));
        size_t length = 2;  // two braces of the script
        if (starts_with(mark, "{{title}}", &length)) {
            put_title(t, r);
        } else if (starts_with(mark, "{{report}}", &length)) {
            page_data(t, r);
        } else if (starts_with(mark, "{{geometry}}", &length)) {
            *left_out = report_geometry(t, r, m, geometry_limit);
        } else if (starts_with(mark, "{{details}}", &length)) {
            page_details(t, r);
        } else {
            buffer_bytes(t, mark, length);
        }
        mark += length;
    }
}
