#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "command/reading.h"

// Any arguments into the parser of command lines: each is taken or refused with a sentence, and what was taken is what the options
// allow. Zero bytes separate the arguments.

static void require(bool condition)
{
    if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 64 };
    char *text = malloc(size + 1), *argv[MOST];
    require(text != NULL);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    int argc = 0;
    for (size_t at = 0; at <= size && argc < MOST; at += strlen(text + at) + 1) argv[argc++] = text + at;
    option_length length = {-1, -1, false};
    unsigned jobs = 1;
    const char *format = "text", *output = NULL;
    bool quiet = false;
    const char *pairs[MOST + 1], *files[MOST + 1];
    option_list list = {pairs, 0}, operands = {files, 0};
    reading how;
    require(reading_begin(&how, argc));
    const option table[] = {
        {"clearance", 'c', OPTION_LENGTH, "D", NULL, "", &length},
        {"format", 'f', OPTION_CHOICE, "FORMAT", "text|json|csv", "", &format},
        {"output", 'o', OPTION_TEXT, "FILE", NULL, "", &output},
        {"pairs", 'p', OPTION_LIST, "A:B", NULL, "", &list},
        READING_OPTIONS(&how),
        {"jobs", 'j', OPTION_COUNT, "N", NULL, "", &jobs},
        {"quiet", 'q', OPTION_FLAG, NULL, NULL, "", &quiet},
    };
    tool_error error = {{0}};
    const bool fine = options_parse(table, sizeof table / sizeof *table, argc, argv, &operands, &error);
    require(fine == (error.message[0] == '\0'));
    if (fine) {
        require(jobs >= 1 && jobs <= 1024 && (!output || *output));
        require(strcmp(format, "text") == 0 || strcmp(format, "json") == 0 || strcmp(format, "csv") == 0);
        require(!length.given || (length.value >= 0 && isfinite(length.value)));
        double metres, factor, value = 0;
        for (size_t i = 0; i < operands.count; ++i) {
            tool_error why = {{0}};
            const bool good = reading_unit(&how, i, operands.count, &metres, &why) &&
                              reading_scale(&how, i, operands.count, &factor, &why);
            require(good == (why.message[0] == '\0'));
            require(!good || (metres >= 0 && factor > 0));
        }
        tool_error why = {{0}};
        require(options_length(&length, "clearance", 0.001, &value, &why) == (why.message[0] == '\0'));
    }
    reading_free(&how);
    free(text);
    return 0;
}
