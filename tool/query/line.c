#include "query/line.h"

#include <string.h>

#include "query/operation.h"
#include "query/raw_id.h"

static void put_start(buffer *out, const char *id, size_t id_length, uint64_t number)
{
    if (id_length) {
        buffer_bytes(out, "{\"id\": ", 7);
        size_t start = out->length;
        buffer_bytes(out, id, id_length);
        // an id over several lines becomes one line; a string holds no line feed
        for (size_t i = start; !out->failed && i < out->length; ++i) {
            if (out->data[i] == '\n' || out->data[i] == '\r') out->data[i] = ' ';
        }
    } else {
        buffer_format(out, "{\"line\": %llu", (unsigned long long)number);
    }
}

static void put_error(buffer *out, const query_error *e)
{
    buffer_format(out, ", \"error\": {\"code\": \"%s\", \"message\": ", e->code);
    buffer_json(out, e->message);
    buffer_bytes(out, "}}\n", 3);
}

void query_line_refused(uint64_t number, const query_error *error, buffer *out)
{
    put_start(out, NULL, 0, number);
    put_error(out, error);
}

static bool answer_object(const json_t *object, buffer *out, query_error *error)
{
    char shown[MEMBER_SHOWN];
    answer a = {out, false, false};
    const json_t *op = member_find(object, operation_common[0]);
    if (!op)
        return query_fail(error, "missing_field",
                          "op: this member is missing: the name of the operation, such as \"distance\"");
    if (!json_is_string(op)) {
        member_show(op, shown);
        return query_fail(error, "wrong_type", "op: expected the name of an operation, a string, found %s",
                          shown);
    }
    const operation_row *row = operation_find(json_string_value(op), error);
    member_match match;
    if (!row || !member_match_object(object, "", &row->table, &match, error)) return false;
    question q = {.match = &match, .answer = &a, .error = error};
    bool good = row->run(&q);
    for (size_t i = 0; i < q.shape_count; ++i) query_shape_free(&q.shapes[i]);
    if (good && a.undefined) {
        good = query_fail(error, "not_finite", "expected an answer within the range of numbers");
    }
    return good;
}

static void explain(const json_error_t *e, query_error *error)
{
    switch (json_error_code(e)) {
    case json_error_numeric_overflow:
        query_fail(error, "not_finite", "byte %d: %s; expected numbers within the range of a double",
                   e->position, e->text);
        break;
    case json_error_duplicate_key:
        query_fail(error, "duplicate_key", "byte %d: %s; expected each key once", e->position, e->text);
        break;
    case json_error_out_of_memory:
        query_fail(error, "out_of_memory", "byte %d: %s", e->position, e->text);
        break;
    default:
        query_fail(error, "not_json", "byte %d: %s; expected one JSON object", e->position, e->text);
    }
}

bool query_line(const char *line, size_t length, uint64_t number, buffer *out)
{
    // whole numbers are read as all others, so none is too large
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL;
    query_error error = {0};
    json_error_t problem;
    json_t *object = json_loadb(line, length, flags, &problem);
    size_t id_length = 0;
    const char *id = NULL;
    if (!object) explain(&problem, &error);
    // an unreadable line has an id only where all of it but a number could be read
    bool scan =
        object ? member_find(object, operation_common[1]) != NULL : strcmp(error.code, "not_finite") == 0;
    if (scan) id = raw_id(line, length, &id_length);
    bool has_id = id != NULL;
    if (object && !has_id) {
        id = "null";
        id_length = 4;
    }
    size_t start = out->length;
    put_start(out, id, id_length, number);
    bool good = false;
    if (object && !json_is_object(object)) {
        char shown[MEMBER_SHOWN];
        member_show(object, shown);
        query_fail(&error, "not_object", "expected an object, a question, found %s", shown);
    } else if (object) {
        good = answer_object(object, out, &error);
    }
    json_decref(object);
    if (out->failed) return false;
    if (good) {
        buffer_bytes(out, "}\n", 2);
    } else {
        out->length = start;
        put_start(out, has_id ? id : NULL, has_id ? id_length : 0, number);
        put_error(out, &error);
    }
    return good;
}
