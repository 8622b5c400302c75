#include "command/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/interrupt.h"
#include "feeler/base.h"
#include "report/output.h"

static const command *const commands[] = {&command_check, &command_distance, &command_info,
                                          &command_query, &command_review,   &command_help};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

const command *command_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static void put_printable_line(const char *label, const char *message)
{
    buffer line = {0};
    buffer_format(&line, "feeler: %s: ", label);
    buffer_printable(&line, message);
    buffer_char(&line, '\n');
    fputs(line.failed ? "feeler: error: out of memory\n" : line.data, stderr);
    buffer_free(&line);
}

int command_error(const tool_error *error)
{
    put_printable_line("error", error->message);
    return EXIT_ERROR;
}

int command_misused(const command *c, const tool_error *error)
{
    command_error(error);
    fprintf(stderr, "usage: feeler %s %s\nSee `feeler help %s`.\n", c->name, c->synopsis, c->name);
    return EXIT_ERROR;
}

void command_note(bool quiet, const char *format, ...)
{
    if (quiet) return;
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    put_printable_line("note", message);
}

int command_write(const buffer *content, const char *path)
{
    tool_error error = {0};
    output file = {0};
    bool done = path ? output_prepare(&file, path, content, &error) && output_commit(&file, &error)
                     : output_standard(content, &error);
    return done ? EXIT_NOTHING : command_error(&error);
}

void command_put_help(buffer *t, const command *c, const option *options, size_t count)
{
    buffer_format(t, "usage: feeler %s %s\n\n%s\n", c->name, c->synopsis, c->summary);
    if (count) {
        buffer_put(t, "\noptions:\n");
        options_help(t, options, count);
    }
    if (*c->details) buffer_format(t, "\n%s", c->details);
}

bool command_parse(const command *c, const option *options, size_t count, int argc, char **argv,
                   option_list *operands, const bool *help, int *status)
{
    tool_error error = {0};
    bool good = options_parse(options, count, argc, argv, operands, &error);
    if (good && !*help) return true;
    if (good) {
        buffer t = {0};
        command_put_help(&t, c, options, count);
        *status = command_write(&t, NULL);
        buffer_free(&t);
    } else {
        *status = command_misused(c, &error);
    }
    return false;
}

static void put_overview(buffer *t)
{
    buffer_put(t, "usage: feeler COMMAND ...\n\n"
                  "Do parts touch, how far apart are they, how deep do they overlap, and where?\n"
                  "Reads OBJ, STL, PLY, OFF, glTF and GLB.\n\ncommands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        buffer_format(t, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    }
    buffer_put(t, "\n`feeler help COMMAND` says more about one. `feeler --version` names the version.\n"
                  "Exit status: 0 done or nothing found that fails, 1 such findings, 2 error, 128 + n ended "
                  "by signal n.\n");
}

static int run_help(const command *self, int argc, char **argv)
{
    buffer t = {0};
    int status = EXIT_NOTHING;
    const command *topic = argc == 1 ? command_find(argv[0]) : NULL;
    if (topic && topic != self) {
        char help[] = "--help", *arguments[] = {help, NULL};
        return topic->run(topic, 1, arguments);
    }
    if (argc == 0 || topic == self || (argc == 1 && strcmp(argv[0], "--help") == 0)) {
        put_overview(&t);
        status = command_write(&t, NULL);
    } else {
        tool_error error = {0};
        tool_fail(&error, "help: expected the name of one command, not '%s'", argv[argc - 1]);
        status = command_error(&error);
    }
    buffer_free(&t);
    return status;
}

const command command_help = {"help", "[COMMAND]", "Say how a command is used.", "", run_help};

static int unknown_command(const char *name)
{
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; ++i) names[i] = commands[i]->name;
    const char *nearest = options_nearest(name, names, COMMAND_COUNT);
    tool_error error = {0};
    if (nearest) {
        tool_fail(&error, "unknown command '%s'; did you mean '%s'?", name, nearest);
    } else {
        tool_fail(&error, "unknown command '%s'; `feeler help` lists them", name);
    }
    return command_error(&error);
}

int command_main(int argc, char **argv)
{
    interrupt_watch();
    buffer t = {0};
    int status;
    if (argc < 2) {
        put_overview(&t);
        if (!t.failed) fputs(t.data, stderr);
        status = EXIT_ERROR;
    } else if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        buffer_format(&t, "feeler %s\n", flr_version());
        status = command_write(&t, NULL);
    } else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        put_overview(&t);
        status = command_write(&t, NULL);
    } else {
        const command *c = command_find(argv[1]);
        status = c ? c->run(c, argc - 2, argv + 2) : unknown_command(argv[1]);
    }
    buffer_free(&t);
    return status == EXIT_INTERRUPTED ? interrupt_status() : status;
}
