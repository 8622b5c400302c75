#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/interrupt.h"
#include "query/stream.h"

static const size_t MAX_LINE = (size_t)64 << 20;

typedef struct ends {
    int in, out;
    int error;  ///< errno of what failed
} ends;

static ptrdiff_t read_some(void *user, char *bytes, size_t room)
{
    ends *e = user;
    for (;;) {
        if (interrupt_asked()) return -1;
        ssize_t count = read(e->in, bytes, room);
        if (count >= 0) return count;
        if (errno == EINTR) continue;
        e->error = errno;
        return -1;
    }
}

static bool write_all(void *user, const char *bytes, size_t count)
{
    ends *e = user;
    while (count) {
        ssize_t written = write(e->out, bytes, count);
        if (written < 0 && errno == EINTR && !interrupt_asked()) continue;
        if (written < 0) {
            e->error = errno;
            return false;
        }
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

static int converse(const char *path, size_t max_line)
{
    tool_error error = {0};
    ends e = {STDIN_FILENO, STDOUT_FILENO, 0};
    if (path && strcmp(path, "-") != 0) e.in = open(path, O_RDONLY);
    if (e.in < 0) {
        tool_fail(&error, "%s: cannot be opened: %s", path, strerror(errno));
        return command_error(&error);
    }
    const stream s = {read_some, write_all, &e, max_line};
    stream_result result = query_stream(&s);
    if (e.in != STDIN_FILENO) close(e.in);
    if (interrupt_asked()) return EXIT_INTERRUPTED;
    const char *name = e.in == STDIN_FILENO ? "standard input" : path;
    switch (result) {
    case STREAM_ANSWERED:
        return EXIT_NOTHING;
    case STREAM_ERRORS:
        return EXIT_FINDINGS;
    case STREAM_NOT_READ:
        tool_fail(&error, "%s: cannot be read: %s", name, strerror(e.error));
        break;
    case STREAM_NOT_WRITTEN:
        tool_fail(&error, "standard output: cannot be written: %s", strerror(e.error));
        break;
    case STREAM_OUT_OF_MEMORY:
        tool_fail(&error, "%s: out of memory", name);
        break;
    }
    return command_error(&error);
}

/// A whole number of bytes, of at least 1.
static bool parse_bytes(const char *text, size_t *bytes, tool_error *error)
{
    *bytes = 0;
    for (const char *c = text; *c; ++c) {
        if (*c < '0' || *c > '9' || *bytes > (SIZE_MAX / 4 - 9) / 10) {
            *bytes = 0;
            break;
        }
        *bytes = 10 * *bytes + (size_t)(*c - '0');
    }
    return *bytes || tool_fail(error, "--max-line: expected a number of bytes of at least 1, not '%s'", text);
}

static int run(const command *self, int argc, char **argv)
{
    const char *max_line = NULL;
    bool help = false;
    const option table[] = {
        {"max-line", '\0', OPTION_TEXT, "BYTES", NULL,
         "Longest line that is answered; a longer one gets an error. (default: 67108864)", &max_line},
        {"help", 'h', OPTION_FLAG, NULL, NULL, "Say this, and do nothing.", &help},
    };
    tool_error error = {0};
    int status = EXIT_ERROR;
    size_t bytes = MAX_LINE;
    option_list files = {calloc((size_t)argc + 1, sizeof *files.items), 0};
    if (!files.items) {
        tool_fail(&error, "out of memory");
        return command_error(&error);
    }
    if (command_parse(self, table, sizeof table / sizeof *table, argc, argv, &files, &help, &status)) {
        if (files.count > 1) {
            tool_fail(&error, "query: expected at most one FILE, found %zu", files.count);
            status = command_error(&error);
        } else if (max_line && !parse_bytes(max_line, &bytes, &error)) {
            status = command_error(&error);
        } else {
            status = converse(files.count ? files.items[0] : NULL, bytes);
        }
    }
    free(files.items);
    return status;
}

const command command_query = {
    "query", "[FILE] [options]", "Answer questions about shapes, one JSON object a line in and out.",
    "Without FILE, or with -, standard input is read. Operations: overlap, distance, signed_distance, "
    "contact,\n"
    "raycast, sweep, motion, contains, classify, intersect_planes, bounds, gjk. A line with an error gets an "
    "error\n"
    "line, and the next line is answered. Exit status: 0 every line answered, 1 some line got an error, 2 "
    "the file\n"
    "could not be read.\n\n"
    "  echo '{\"id\": 1, \"op\": \"distance\", \"a\": {\"shape\": \"point\", \"position\": [0, 0]},\n"
    "    \"b\": {\"shape\": \"circle\", \"center\": [3, 4], \"radius\": 1}}' | tr -d '\\n' | feeler query\n",
    run};
