#define _XOPEN_SOURCE 700  // realpath

#include "report/output.h"

#include "command/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const buffer *content)
{
    for (size_t done = 0; done < content->length;) {
        ssize_t count = write(file, content->data + done, content->length - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += (size_t)count;
    }
    return true;
}

/// Closing can be the first to tell of a full disk, too. `lasting`: what was written outlives a crash of the machine.
static bool write_and_close(int file, const buffer *content, bool lasting)
{
    bool written = write_all(file, content) && (!lasting || fsync(file) == 0);
    int why = errno;
    if (close(file) != 0 && written) return false;
    errno = why;
    return written;
}

/// Where the file will really be: a symbolic link is followed, so that it stays one.
static char *resolve(const char *path)
{
    char *real = realpath(path, NULL);
    if (real) return real;
    real = malloc(strlen(path) + 1);
    return real ? strcpy(real, path) : NULL;
}

static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/// A new file "<path>.<number>.part" beside the path, with the rights that a plain create gives, or those of
/// the file it will replace.
static int create_beside(output *o)
{
    size_t size = strlen(o->path) + 32;
    o->temporary = malloc(size);
    if (!o->temporary) return -1;
    struct stat old;
    bool replaces = stat(o->path, &old) == 0;
    for (unsigned attempt = 0; attempt < 100; ++attempt) {
        snprintf(o->temporary, size, "%s.%ld-%u.part", o->path, (long)getpid(), attempt);
        int file = open(o->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file >= 0) {
            if (replaces) (void)fchmod(file, old.st_mode & 0777);
            interrupt_file(o->temporary);
            return file;
        }
        if (errno != EEXIST) break;
    }
    free(o->temporary);
    o->temporary = NULL;
    return -1;
}

bool output_prepare(output *o, const char *path, const buffer *content, tool_error *error)
{
    *o = (output){.content = content};
    if (content->failed) return tool_fail(error, "%s: out of memory while writing the report", path);
    o->path = resolve(path);
    if (!o->path) return tool_fail(error, "%s: out of memory", path);
    if (is_special(o->path)) return true;
    int file = create_beside(o);
    if (file >= 0 && write_and_close(file, content, true)) return true;
    int why = errno;
    output_cancel(o);
    return tool_fail(error, "%s: cannot be written: %s", path, strerror(why));
}

/// Makes the new name of a file outlive a crash. Not every file system can; the file is whole all the same.
static void sync_folder(const char *path)
{
    char *folder = malloc(strlen(path) + 2);
    if (!folder) return;
    strcpy(folder, path);
    char *slash = strrchr(folder, '/');
    if (slash) {
        slash[slash == folder] = '\0';
    } else {
        strcpy(folder, ".");
    }
    int file = open(folder, O_RDONLY);
    if (file >= 0) {
        (void)fsync(file);
        close(file);
    }
    free(folder);
}

bool output_commit(output *o, tool_error *error)
{
    bool done;
    if (o->temporary) {
        done = rename(o->temporary, o->path) == 0;
        if (done) sync_folder(o->path);
    } else {
        int file = open(o->path, O_WRONLY);
        done = file >= 0 && write_and_close(file, o->content, false);
    }
    if (!done) tool_fail(error, "%s: cannot be written: %s", o->path, strerror(errno));
    if (done) {
        if (o->temporary) interrupt_file_done(o->temporary);
        free(o->temporary);
        o->temporary = NULL;
    }
    output_cancel(o);
    return done;
}

void output_cancel(output *o)
{
    if (o->temporary) {
        unlink(o->temporary);
        interrupt_file_done(o->temporary);
    }
    free(o->temporary);
    free(o->path);
    *o = (output){0};
}

bool output_standard(const buffer *content, tool_error *error)
{
    if (content->failed) return tool_fail(error, "standard output: out of memory while writing the report");
    if (content->length) fwrite(content->data, 1, content->length, stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return tool_fail(error, "standard output: cannot be written: %s", strerror(errno));
    }
    return true;
}

bool output_same_file(const char *a, const char *b)
{
    struct stat left, right;
    return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
           left.st_ino == right.st_ino;
}

/// The folder of a path, and the name in it.
static bool split_path(const char *path, struct stat *folder, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    if (!slash) return stat(".", folder) == 0;
    char *parent = malloc((size_t)(slash - path) + 2);
    if (!parent) return false;
    memcpy(parent, path, (size_t)(slash - path) + 1);
    parent[slash - path + 1] = '\0';
    bool found = stat(parent, folder) == 0;
    free(parent);
    return found;
}

bool output_same_place(const char *a, const char *b)
{
    struct stat left, right;
    const char *name_a, *name_b;
    if (strcmp(a, b) == 0 || output_same_file(a, b)) return true;
    char *real_a = resolve(a), *real_b = resolve(b);
    bool same = real_a && real_b && split_path(real_a, &left, &name_a) &&
                split_path(real_b, &right, &name_b) && left.st_dev == right.st_dev &&
                left.st_ino == right.st_ino && strcmp(name_a, name_b) == 0;
    free(real_a);
    free(real_b);
    return same;
}
