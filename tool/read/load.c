#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read/read.h"

static bool open_file(const char *path, bool only_regular, size_t limit, int *file, size_t *expected,
                      tool_error *error)
{
    struct stat status;
    // asked before opening: opening a pipe nobody writes to would wait for ever
    if (stat(path, &status) != 0) return tool_fail(error, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode)) return tool_fail(error, "%s: is a directory; expected a file", path);
    if (only_regular && !S_ISREG(status.st_mode))
        return tool_fail(error, "%s: expected a regular file", path);
    *expected = S_ISREG(status.st_mode) && status.st_size > 0 ? (size_t)status.st_size : 0;
    if (*expected > limit)
        return tool_fail(error, "%s: has %zu bytes; at most %zu are read", path, *expected, limit);
    *file = open(path, O_RDONLY);
    return *file >= 0 || tool_fail(error, "%s: %s", path, strerror(errno));
}

/// Reads to the end, also where the file grows or its size is not known.
static bool read_all(int file, const char *path, size_t limit, size_t expected, unsigned char **data,
                     size_t *size, tool_error *error)
{
    size_t capacity = 0;
    for (*size = 0;;) {
        const size_t wanted = *size < expected ? expected + 1 : *size + 65536;
        unsigned char *grown = array_grow(*data, &capacity, wanted, 1);
        if (grown == NULL) return tool_fail(error, "%s: out of memory", path);
        *data = grown;
        // below 2^31, which is all that some systems read at once
        const size_t room = capacity - *size < (1u << 30) ? capacity - *size : 1u << 30;
        const ssize_t count = read(file, *data + *size, room);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return tool_fail(error, "%s: %s", path, strerror(errno));
        if (count == 0) return true;
        *size += (size_t)count;
        if (*size > limit)
            return tool_fail(error, "%s: has more than the %zu bytes that are read", path, limit);
    }
}

bool read_load(const char *path, size_t limit, bool only_regular, unsigned char **data, size_t *size,
               tool_error *error)
{
    size_t expected = 0;
    *data = NULL;
    *size = 0;
    int file = -1;
    if (!open_file(path, only_regular, limit, &file, &expected, error)) return false;
    const bool fine = read_all(file, path, limit, expected, data, size, error);
    close(file);
    if (!fine) {
        tool_release(*data);
        *data = NULL;
        *size = 0;
    }
    return fine;
}
