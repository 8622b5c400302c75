#include <stdlib.h>

#include "command/check.h"
#include "command/command.h"
#include "command/work.h"

static const char details[] =
    "Kinds of findings:\n"
    "  clash      the interiors overlap, deeper than the tolerance\n"
    "  contained  one part lies wholly inside the material of the other\n"
    "  duplicate  the same shape in the same place, as if imported twice\n"
    "  within_tessellation\n"
    "             a clash no deeper than the facets of a concave curved surface stand out of it:\n"
    "             a round pin in the round hole that it fits; it does not fail unless --fail-on says so\n"
    "  touch      no farther apart and no deeper in one another than the tolerance\n"
    "  clearance  apart, and no farther than --clearance\n"
    "  apart      not in contact, where a rule wants contact\n"
    "\n"
    "Lengths are in the unit of the model, or have their own: -c 1mm. glTF is in metres by its own\n"
    "words, though many exporters write millimetres: --unit mm says so.\n"
    "\n"
    "A PATTERN is compared with the name and the path of a part; '*' stands for any characters, '?'\n"
    "for one, '\\' takes the next literally. One of --pairs that picks nothing is an error.\n"
    "\n"
    "An ignore file has a line 'PATTERN : PATTERN' for pairs that are meant to interfere, or one\n"
    "PATTERN for all pairs of a part; '#' begins a comment. Ignored findings are counted, no more.\n"
    "\n"
    "A rules file names pairs of parts and what they must keep: no clash, a clearance, contact, with a\n"
    "severity for each rule. A pattern that matches no part is an error. docs/rules.md explains it.\n"
    "\n"
    "A baseline is a report that was written with --format json. A finding is `new` where the baseline\n"
    "does not have the pair, or has it less severe (clearance and apart < touch and\n"
    "within_tessellation < the others); else `persistent`. What only the baseline has is `gone`, or\n"
    "`not_checked` where this run did not look.\n"
    "\n"
    "A review (`feeler help review`) is such a file that stays: every finding is new, active, reviewed,\n"
    "approved or resolved. All but the approved ones fail.\n"
    "\n"
    "Exit status: 0 nothing found that fails; 1 at least one new finding of a kind in --fail-on\n"
    "(without a baseline all findings are new); 2 error, also a --pairs that picks nothing and files\n"
    "with one part only; 128 + n ended by signal n.\n";

/// Fills the options that the table points to, and checks the files.
static int parse_and_run(const command *self, const option *table, size_t count, int argc, char **argv,
                         check_options *o)
{
    const char **room = calloc(2 * (size_t)argc + 2, sizeof *room);
    tool_error error = {0};
    int status = EXIT_ERROR;
    if (!room || !reading_begin(&o->reading, argc)) {
        free(room);
        tool_fail(&error, "out of memory");
        return command_error(&error);
    }
    o->files.items = room;
    o->pairs.items = room + argc + 1;
    if (command_parse(self, table, count, argc, argv, &o->files, &o->help, &status)) {
        if (o->files.count) {
            status = check_run(o);
        } else {
            tool_fail(&error, "check: expected at least one FILE");
            status = command_misused(self, &error);
        }
    }
    free(room);
    reading_free(&o->reading);
    return status;
}

static int run_command(const command *self, int argc, char **argv)
{
    check_options o = {.format = "text", .overlap = "lines", .jobs = work_processors()};
    const option table[] = {
        {"clearance", 'c', OPTION_LENGTH, "D", NULL,
         "Also report parts that are apart, but no farther than D. (default: 0)", &o.clearance},
        {"tolerance", 't', OPTION_LENGTH, "D", NULL,
         "How far apart, or how deep in one another, parts still just touch. (default: for each pair 1e-6 "
         "of the diagonal of its larger part, or the rounding of its file, at most 1e-3 of its smaller "
         "one's; "
         "the range is printed)",
         &o.tolerance},
        {"format", 'f', OPTION_CHOICE, "FORMAT", "text|json|csv", "text, json or csv. (default: text)",
         &o.format},
        {"output", 'o', OPTION_TEXT, "FILE", NULL, "Write to FILE instead of standard output.", &o.output},
        {"report", 'r', OPTION_TEXT, "FILE.html", NULL,
         "Also write a web page with a picture of every finding.", &o.report},
        {"group-by", 'g', OPTION_CHOICE, "WHAT", "design|part|place|level",
         "How the text groups findings: design (parts of one shape are one), part, place or level of the "
         "assembly. "
         "More than 40 findings are grouped anyway. (default: design)",
         &o.group_by},
        {"list", 'l', OPTION_FLAG, NULL, NULL, "The text also lists each finding, however many there are.",
         &o.list},
        {"overlap", '\0', OPTION_CHOICE, "WHAT", "depth|volume|lines",
         "What to measure of overlapping parts: their depth, also the volume that they have in common, also "
         "the lines in which their surfaces cross. (default: lines)",
         &o.overlap},
        {"pairs", 'p', OPTION_LIST, "A:B", NULL,
         "Check only pairs of a part that matches pattern A and one that matches B. May be given several "
         "times.",
         &o.pairs},
        {"ignore", 'i', OPTION_TEXT, "FILE", NULL, "Leave out the pairs that FILE names.", &o.ignore},
        {"rules", '\0', OPTION_TEXT, "FILE", NULL,
         "Check the named pairs of parts that FILE (YAML, JSON, or a matrix in CSV) has rules for.",
         &o.rules},
        {"baseline", 'b', OPTION_TEXT, "OLD.json", NULL,
         "Compare with an earlier report: what is new, persistent, gone, not checked.", &o.baseline},
        {"review", '\0', OPTION_TEXT, "FILE", NULL,
         "Keep what people decided about findings in FILE (of a model, as machine.glb: machine.review.json "
         "beside it), "
         "which is made or brought up to date. Approved findings do not fail.",
         &o.review},
        {"fail-on", '\0', OPTION_TEXT, "KINDS", NULL,
         "Kinds of findings that make the exit status 1, joined by commas, or none; with rules also "
         "severities, which stand for the higher ones too. (default: " FAIL_ON_DEFAULT "; with rules: error)",
         &o.fail_on},
        READING_OPTIONS(&o.reading),
        {"allow-single", '\0', OPTION_FLAG, NULL, NULL,
         "Files that hold one part only are no error: there is no pair to check.", &o.allow_single},
        {"jobs", 'j', OPTION_COUNT, "N", NULL,
         "Threads to work with; the report is the same for any number. (default: one for each processor)",
         &o.jobs},
        {"quiet", 'q', OPTION_FLAG, NULL, NULL,
         "Neither progress nor notes on standard error, but for what is left out or matches nothing.",
         &o.quiet},
        {"help", 'h', OPTION_FLAG, NULL, NULL, "Say this, and do nothing.", &o.help},
    };
    return parse_and_run(self, table, sizeof table / sizeof *table, argc, argv, &o);
}

const command command_check = {
    "check", "FILE... [options]",
    "Report the pairs of parts that clash, touch, contain one another or come too close.", details,
    run_command};
