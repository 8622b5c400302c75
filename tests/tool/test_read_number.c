// Numbers out of text, bit for bit against the C library's strtod, which rounds correctly.
#include <inttypes.h>

#include "read/number.h"
#include "read_support.h"
#include "support/tests.h"

static uint64_t state = 1;

static uint64_t next_random(void)
{
    // Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014)
    uint64_t z = (state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void assert_like_strtod(const char *text)
{
    double value = 0;
    const char *at = text;
    const number_status status = number_double(&at, text + strlen(text), &value);
    char *end = NULL;
    const double expected = strtod(text, &end);
    if (isinf(expected)) {
        assert_int_equal(status, NUMBER_RANGE);
        return;
    }
    assert_int_equal(status, NUMBER_OK);
    assert_ptr_equal(at, end);
    if (memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("'%s' gave %a, expected %a", text, value, expected);
}

static void test_chosen_numbers(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "+1",
                                        "1.",
                                        ".5",
                                        "-.5e1",
                                        "1e22",
                                        "1e23",
                                        "1e-22",
                                        "1e-23",
                                        "0.1",
                                        "123456789",
                                        "0e999",
                                        "0.000000e-999",
                                        "1e-400",
                                        "4.9e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.2250738585072011e-308",
                                        "1.7976931348623157e308",
                                        "1.7976931348623159e308",
                                        "1e309",
                                        "-1e309",
                                        "9007199254740992",
                                        "9007199254740993",
                                        "9007199254740993.00000000000000000000000000001",
                                        "9007199254740992e22",
                                        "9007199254740991e-22",
                                        "8.5e22",
                                        "100000000000000000",
                                        "1000000000000000000000000",
                                        "0.00000000000000000000000000000000000001",
                                        "1.00000000000000011102230246251565404236316680908203125",
                                        "1.00000000000000011102230246251565404236316680908203124",
                                        "1.00000000000000011102230246251565404236316680908203126",
                                        "179769313486231580793e289",
                                        "3.14e",
                                        "3.14e+",
                                        "7e-x",
                                        "1e5e5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) assert_like_strtod(texts[i]);
}

static void test_random_decimals(void **unused)
{
    (void)unused;
    for (int i = 0; i < 200000; i++) {
        char text[64];
        const uint64_t digits = next_random() >> (next_random() % 60);
        const int exponent = (int)(next_random() % 60) - 30;
        snprintf(text, sizeof text, "%s%" PRIu64 "e%d", i % 2 ? "-" : "", digits, exponent);
        assert_like_strtod(text);
        // as programs write coordinates
        snprintf(text, sizeof text, "%.*f", (int)(next_random() % 9), (double)(int32_t)next_random() / 65536);
        assert_like_strtod(text);
        uint64_t word = next_random();
        double any;
        memcpy(&any, &word, sizeof any);
        if (!isfinite(any)) continue;
        snprintf(text, sizeof text, "%.*g", 1 + (int)(next_random() % 18), any);
        assert_like_strtod(text);
    }
}

static void assert_double_status(const char *text, number_status expected, size_t taken)
{
    double value = 0;
    const char *at = text;
    assert_int_equal(number_double(&at, text + strlen(text), &value), expected);
    if (expected == NUMBER_OK) assert_int_equal(at - text, taken);
}

static void test_what_is_no_number(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"",    "-",   "+",    ".",        "-.", "e5",
                                        "nan", "inf", "-inf", "infinity", "x",  ",5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_double_status(texts[i], NUMBER_NONE, 0);
    assert_double_status("0x10", NUMBER_OK, 1);
    assert_double_status("1,5", NUMBER_OK, 1);
    assert_double_status("--1", NUMBER_NONE, 0);
    char many[1200];
    memset(many, '3', sizeof many);
    many[1001] = '\0';
    assert_double_status(many, NUMBER_LONG, 0);
    many[300] = '\0';
    assert_like_strtod(many);
}

static void test_end_is_respected(void **unused)
{
    (void)unused;
    const char text[] = "12345";
    const char *at = text;
    double value = 0;
    assert_int_equal(number_double(&at, text + 3, &value), NUMBER_OK);
    assert_true(value == 123);
    int64_t whole = 0;
    at = text;
    assert_int_equal(number_integer(&at, text + 2, &whole), NUMBER_OK);
    assert_int_equal(whole, 12);
}

static void test_integers(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        number_status status;
        int64_t value;
    } cases[] = {{"0", NUMBER_OK, 0},
                 {"-7", NUMBER_OK, -7},
                 {"+7/8", NUMBER_OK, 7},
                 {"9223372036854775807", NUMBER_OK, INT64_MAX},
                 {"9223372036854775808", NUMBER_RANGE, 0},
                 {"-9223372036854775807", NUMBER_OK, -INT64_MAX},
                 {"99999999999999999999999", NUMBER_RANGE, 0},
                 {"", NUMBER_NONE, 0},
                 {"-", NUMBER_NONE, 0},
                 {"x", NUMBER_NONE, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = cases[i].text;
        int64_t value = 0;
        assert_int_equal(number_integer(&at, at + strlen(at), &value), cases[i].status);
        assert_true(cases[i].status != NUMBER_OK || value == cases[i].value);
    }
}

FEELER_TESTS(cmocka_unit_test(test_chosen_numbers), cmocka_unit_test(test_random_decimals),
             cmocka_unit_test(test_what_is_no_number), cmocka_unit_test(test_end_is_respected),
             cmocka_unit_test(test_integers))
