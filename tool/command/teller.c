#include "command/teller.h"

#include <stdlib.h>
#include <string.h>

#include "command/interrupt.h"
#include "command/work.h"

typedef struct teller_options {
    const char *format, *output;
    unsigned jobs;
    bool help;
    option_list files;
    reading reading;
} teller_options;

static int tell(const command *self, const teller *teller, const teller_options *o)
{
    tool_error error = {0};
    assembly a;
    if (!teller->accept(&o->files, &error)) return command_misused(self, &error);
    switch (assembly_read(&a, &o->reading, o->files.items, o->files.count, o->jobs, false, &error)) {
    case ASSEMBLY_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case ASSEMBLY_FAILED:
        return command_error(&error);
    default:
        break;
    }
    buffer text = {0};
    int status = EXIT_INTERRUPTED;
    if (!teller->tell(&text, &a, &o->files, strcmp(o->format, "json") == 0, &error)) {
        status = command_error(&error);
    } else if (!interrupt_asked()) {
        status = command_write(&text, o->output);
    }
    buffer_free(&text);
    assembly_free(&a);
    return status;
}

int teller_run(const command *self, int argc, char **argv, const teller *teller)
{
    teller_options o = {.format = "text", .jobs = work_processors()};
    const option table[] = {
        {"format", 'f', OPTION_CHOICE, "FORMAT", "text|json", "text or json. (default: text)", &o.format},
        {"output", 'o', OPTION_TEXT, "FILE", NULL, "Write to FILE instead of standard output.", &o.output},
        READING_OPTIONS(&o.reading),
        {"jobs", 'j', OPTION_COUNT, "N", NULL, "Threads to build with. (default: one for each processor)",
         &o.jobs},
        {"help", 'h', OPTION_FLAG, NULL, NULL, "Say this, and do nothing.", &o.help},
    };
    int status = EXIT_ERROR;
    o.files.items = calloc((size_t)argc + 1, sizeof *o.files.items);
    if (!o.files.items || !reading_begin(&o.reading, argc)) {
        free(o.files.items);
        tool_error error = {0};
        tool_fail(&error, "out of memory");
        return command_error(&error);
    }
    if (command_parse(self, table, sizeof table / sizeof *table, argc, argv, &o.files, &o.help, &status))
        status = tell(self, teller, &o);
    free(o.files.items);
    reading_free(&o.reading);
    return status;
}
