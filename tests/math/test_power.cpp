/// Powers of two by bits against frexp and ldexp: every exponent, both ends of each binade, and where the result is held.
#include <cmath>
#include <initializer_list>

#include "math/unit.h"
#include "support/cmocka.hpp"

namespace TEST_FILE
{
namespace
{

double expected(double x)
{
    int exponent;
    (void)std::frexp(x, &exponent);
    return std::ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

void every_exponent(tally &t)
{
    for (int e = -1074; e <= 1023; ++e) {
        double low = std::ldexp(1, e), high = std::nextafter(2 * low, 0);
        for (double x : {low, 1.5 * low, std::isfinite(high) ? high : low}) {
            double power = power_to_half(x), product = power * x;
            t.expect(power == expected(x), "%a: %a, not %a", x, power, expected(x));
            if (e >= -1000) t.expect(product >= 0.5 && product < 1, "%a is brought to %a", x, product);
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_exponent))

}  // namespace TEST_FILE
