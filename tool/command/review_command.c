#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "report/output.h"
#include "report/review.h"

static const char details[] =
    "FILE is written by `feeler check --review FILE`. A name that does not end in .json is that of a\n"
    "model: of machine.glb it is machine.review.json beside it.\n"
    "\n"
    "  feeler review FILE                     list all findings, with their keys\n"
    "  feeler review FILE list STATUS         list those of one status\n"
    "  feeler review FILE set KEY... STATUS   set their status; --note and --by say why and who\n"
    "  feeler review FILE merge OTHER.json    take what was decided on the page of a report, or elsewhere\n"
    "\n"
    "A KEY may be shortened to the digits that tell it apart, 4 at least; a status stands for all\n"
    "findings that have it, and `all` for all.\n"
    "\n"
    "Statuses: new (found by the last check for the first time), active (found before), reviewed\n"
    "(somebody has looked at it), approved (it may stay; does not fail a check), resolved (it is not\n"
    "there any more). To approve takes --by and --note. What gets worse is active again.\n";

typedef struct request {
    option_list operands;
    const char *note, *by;
    bool help;
} request;

static bool read_status(const char *word, report_review *status, tool_error *error)
{
    static const char *const names[] = {"new", "active", "reviewed", "approved", "resolved"};
    *status = report_review_from_name(word);
    if (*status != REPORT_REVIEW_NONE) return true;
    const char *nearest = options_nearest(word, names, sizeof names / sizeof *names);
    return nearest
               ? tool_fail(error,
                           "review: expected a status (new, active, reviewed, approved, resolved), not '%s'; "
                           "did you mean '%s'?",
                           word, nearest)
               : tool_fail(error,
                           "review: expected a status (new, active, reviewed, approved, resolved), not '%s'",
                           word);
}

static bool list(const review *r, const request *q, tool_error *error)
{
    report_review only = REPORT_REVIEW_NONE;
    if (q->operands.count > 3) return tool_fail(error, "review: list: expected one status at most");
    if (q->operands.count == 3 && !read_status(q->operands.items[2], &only, error)) return false;
    buffer t = {0};
    review_list(&t, r, only);
    const bool good = output_standard(&t, error);
    buffer_free(&t);
    return good;
}

static bool save(const review *r, size_t count, const char *to, tool_error *error)
{
    buffer t = {0};
    output file = {0};
    review_write(&t, r);
    bool good = output_prepare(&file, r->path, &t, error) && output_commit(&file, error);
    buffer_free(&t);
    t = (buffer){0};
    if (good) {
        buffer_format(&t, "%zu finding%s set to %s in ", count, count == 1 ? "" : "s", to);
        buffer_printable(&t, r->path);
        buffer_char(&t, '\n');
        good = output_standard(&t, error);
    }
    buffer_free(&t);
    return good;
}

/// All or nothing: the file is written once, when every key was found.
static bool set(review *r, const request *q, tool_error *error)
{
    report_review status;
    size_t count = 0;
    const size_t last = q->operands.count - 1;
    if (last < 3) return tool_fail(error, "review: set: expected KEY... STATUS after it");
    if (!read_status(q->operands.items[last], &status, error)) return false;
    for (size_t i = 2; i < last; ++i) {
        const size_t more = review_set(r, q->operands.items[i], status, q->note, q->by, error);
        if (!more) return false;
        count += more;
    }
    return save(r, count, report_review_name(status), error);
}

static bool merge(review *r, const request *q, tool_error *error)
{
    review from;
    if (q->operands.count != 3) return tool_fail(error, "review: merge: expected one OTHER.json after it");
    if (!review_read(&from, q->operands.items[2], false, error)) return false;
    const size_t count = review_merge(r, &from, error);
    review_free(&from);
    return count && save(r, count, "what was decided", error);
}

static bool answer(const request *q, tool_error *error)
{
    static const char *const actions[] = {"list", "set", "merge"};
    const char *action = q->operands.count > 1 ? q->operands.items[1] : "list";
    const bool listing = strcmp(action, "list") == 0;
    const bool merging = strcmp(action, "merge") == 0;
    if (!listing && !merging && strcmp(action, "set") != 0) {
        const char *nearest = options_nearest(action, actions, 3);
        return tool_fail(error, "review: expected list, set or merge after the file, not '%s'%s%s%s", action,
                         nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    }
    if ((listing || merging) && (q->note || q->by))
        return tool_fail(error, "review: %s takes neither --note nor --by", action);
    char *path = review_path(q->operands.items[0]);
    review r;
    bool good = path ? review_read(&r, path, merging, error) : tool_fail(error, "out of memory");
    if (good) {
        good = listing ? list(&r, q, error) : merging ? merge(&r, q, error) : set(&r, q, error);
        review_free(&r);
    }
    free(path);
    return good;
}

static int run(const command *self, int argc, char **argv)
{
    request q = {0};
    const option table[] = {
        {"note", 'n', OPTION_TEXT, "TEXT", NULL, "Of set: why.", &q.note},
        {"by", 'b', OPTION_TEXT, "NAME", NULL, "Of set: who says so.", &q.by},
        {"help", 'h', OPTION_FLAG, NULL, NULL, "Say this, and do nothing.", &q.help},
    };
    tool_error error = {0};
    int status = EXIT_ERROR;
    q.operands.items = calloc((size_t)argc + 1, sizeof *q.operands.items);
    if (!q.operands.items) {
        tool_fail(&error, "out of memory");
        return command_error(&error);
    }
    if (command_parse(self, table, sizeof table / sizeof *table, argc, argv, &q.operands, &q.help, &status)) {
        if (!q.operands.count) {
            tool_fail(&error, "review: expected a FILE");
            status = command_misused(self, &error);
        } else {
            status = answer(&q, &error) ? EXIT_NOTHING : command_error(&error);
        }
    }
    free(q.operands.items);
    return status;
}

const command command_review = {"review",
                                "FILE [list [STATUS] | set KEY... STATUS | merge OTHER.json] [options]",
                                "List or set what people decided about findings.", details, run};
