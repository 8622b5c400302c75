#define _XOPEN_SOURCE 700  // realpath

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/interrupt.h"
#include "query/describe.h"
#include "query/stream.h"

static const size_t MAX_LINE = (size_t)64 << 20;

typedef struct ends {
    int in, out;
    const char *text;  ///< what is read in place of `in`; may be null
    int error;         ///< errno of what failed
} ends;

static ptrdiff_t read_some(void *user, char *bytes, size_t room)
{
    ends *e = user;
    if (e->text) {
        size_t count = strlen(e->text);
        if (count > room) count = room;
        memcpy(bytes, e->text, count);
        e->text += count;
        return (ptrdiff_t)count;
    }
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

/// A question in place of a file.
static bool is_question(const char *operand) { return operand[strspn(operand, " \t\r\n")] == '{'; }

static int converse(const char *path, size_t max_line)
{
    tool_error error = {0};
    ends e = {STDIN_FILENO, STDOUT_FILENO, NULL, 0};
    if (path && is_question(path)) {
        e.text = path;
    } else if (path && strcmp(path, "-") != 0) {
        e.in = open(path, O_RDONLY);
    }
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

static int put_description(bool shapes, bool schema)
{
    buffer t = {0};
    if (shapes) {
        describe_operations(&t);
        buffer_char(&t, '\n');
        describe_shapes(&t);
    }
    if (schema) describe_schema(&t);
    int status = command_write(&t, NULL);
    buffer_free(&t);
    return status;
}

/// A page that is a file here as an address that a browser takes from anywhere; any other as it is.
static void put_page(buffer *link, const char *page)
{
    char *path = access(page, F_OK) == 0 ? realpath(page, NULL) : NULL;
    buffer_put(link, path ? "file://" : page);
    for (const char *c = path; c && *c; ++c) {
        static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~";
        char coded[4];
        snprintf(coded, sizeof coded, strchr(plain, *c) ? "%c" : "%%%02X", (unsigned char)*c);
        buffer_put(link, coded);
    }
    free(path);
}

/// The address of the playground with the question as its scene: the page's place, "#1." and base64url of {"question": ...}.
static int put_link(const char *question, const char *page)
{
    tool_error error = {0};
    json_error_t problem;
    if (!page) page = getenv("FEELER_PLAYGROUND");
    if (!question || !is_question(question)) {
        tool_fail(&error, "query: --open takes a question as an argument, a JSON object");
        return command_error(&error);
    }
    json_t *object = json_loads(question, JSON_REJECT_DUPLICATES, &problem);
    if (!object) {
        tool_fail(&error, "query: --open: byte %d: %s; expected one JSON object", problem.position,
                  problem.text);
        return command_error(&error);
    }
    json_decref(object);
    if (!page || !*page) {
        tool_fail(&error,
                  "query: --open: expected the address of the playground, by --page or in FEELER_PLAYGROUND");
        return command_error(&error);
    }
    buffer scene = {0}, link = {0};
    buffer_put(&scene, "{\"question\": ");
    buffer_put(&scene, question);
    buffer_char(&scene, '}');
    put_page(&link, page);
    buffer_put(&link, "#1.");
    const size_t start = link.length;
    if (!scene.failed) buffer_base64(&link, scene.data, scene.length);
    link.failed = link.failed || scene.failed;
    for (size_t i = start; !link.failed && i < link.length; ++i) {
        char *c = &link.data[i];
        if (*c == '+') *c = '-';
        if (*c == '/') *c = '_';
        if (*c == '=') link.length = i;  // no address needs the padding
    }
    buffer_char(&link, '\n');
    int status = command_write(&link, NULL);
    buffer_free(&scene);
    buffer_free(&link);
    return status;
}

static int run(const command *self, int argc, char **argv)
{
    const char *max_line = NULL, *page = NULL;
    bool help = false, schema = false, shapes = false, link = false;
    const option table[] = {
        {"max-line", '\0', OPTION_TEXT, "BYTES", NULL,
         "Longest question that is answered; a longer one gets an error. (default: 67108864)", &max_line},
        {"shapes", '\0', OPTION_FLAG, NULL, NULL,
         "Say what every operation and every shape takes, as a table, and answer nothing.", &shapes},
        {"schema", '\0', OPTION_FLAG, NULL, NULL, "Write the JSON Schema of a question, and answer nothing.",
         &schema},
        {"open", '\0', OPTION_FLAG, NULL, NULL,
         "Answer nothing; write a link that opens the QUESTION in the playground (playground/ of the "
         "sources).",
         &link},
        {"page", '\0', OPTION_TEXT, "ADDRESS", NULL,
         "Where the playground is, for --open; or the FILE playground.html, which needs no server. "
         "(default: the environment's FEELER_PLAYGROUND)",
         &page},
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
            tool_fail(&error, "query: expected at most one FILE or question, found %zu", files.count);
            status = command_error(&error);
        } else if (max_line && !parse_bytes(max_line, &bytes, &error)) {
            status = command_error(&error);
        } else if (link) {
            status = put_link(files.count ? files.items[0] : NULL, page);
        } else if (schema || shapes) {
            status = put_description(shapes, schema);
        } else {
            status = converse(files.count ? files.items[0] : NULL, bytes);
        }
    }
    free(files.items);
    return status;
}

const command command_query = {
    "query", "[FILE | QUESTION] [options]", "Answer questions about shapes, one JSON object in, one out.",
    "A QUESTION is a JSON object; FILE, or standard input without one or with -, holds any number of\n"
    "them, on one line each or over several; --shapes lists the operations. A question with an error\n"
    "gets an error line, and the next is answered. Exit status: 0 every question answered, 1 some\n"
    "question got an error, 2 the file could not be read.\n\n"
    "  feeler query '{\"op\": \"distance\", \"a\": {\"shape\": \"point\", \"position\": [0, 0]},\n"
    "    \"b\": {\"shape\": \"circle\", \"center\": [3, 4], \"radius\": 1}}'\n",
    run};
