// needs: gmp
#include "support/big.hpp"

#include <algorithm>

/// What the three kinds of numbers have alike; P is the prefix of their functions in GMP.
#define ARITHMETIC(NUMBER, P, OP, FUNCTION)                                                                  \
    NUMBER &NUMBER::operator OP##=(const NUMBER &b)                                                          \
    {                                                                                                        \
        P##_##FUNCTION(value, value, b.value);                                                               \
        return *this;                                                                                        \
    }                                                                                                        \
    NUMBER operator OP(const NUMBER &a, const NUMBER &b)                                                     \
    {                                                                                                        \
        NUMBER r(SIZED(a, b));                                                                               \
        P##_##FUNCTION(r.value, a.value, b.value);                                                           \
        return r;                                                                                            \
    }
#define SHIFT(NUMBER, P, OP, FUNCTION)                                                                       \
    NUMBER &NUMBER::operator OP##=(unsigned long bits)                                                       \
    {                                                                                                        \
        P##_##FUNCTION(value, value, bits);                                                                  \
        return *this;                                                                                        \
    }                                                                                                        \
    NUMBER operator OP(const NUMBER &a, unsigned long bits)                                                  \
    {                                                                                                        \
        NUMBER r(SIZED(a, a));                                                                               \
        P##_##FUNCTION(r.value, a.value, bits);                                                              \
        return r;                                                                                            \
    }
#define ALIKE(NUMBER, P, DIVIDE, DOUBLED, HALVED)                                                            \
    ARITHMETIC(NUMBER, P, +, add)                                                                            \
    ARITHMETIC(NUMBER, P, -, sub)                                                                            \
    ARITHMETIC(NUMBER, P, *, mul)                                                                            \
    ARITHMETIC(NUMBER, P, /, DIVIDE)                                                                         \
    SHIFT(NUMBER, P, <<, DOUBLED)                                                                            \
    SHIFT(NUMBER, P, >>, HALVED)                                                                             \
    NUMBER operator-(const NUMBER &a)                                                                        \
    {                                                                                                        \
        NUMBER r(a);                                                                                         \
        P##_neg(r.value, r.value);                                                                           \
        return r;                                                                                            \
    }                                                                                                        \
    NUMBER abs(const NUMBER &a)                                                                              \
    {                                                                                                        \
        NUMBER r(a);                                                                                         \
        P##_abs(r.value, r.value);                                                                           \
        return r;                                                                                            \
    }                                                                                                        \
    int sgn(const NUMBER &a) { return P##_sgn(a.value); }                                                    \
    int cmp(const NUMBER &a, const NUMBER &b) { return P##_cmp(a.value, b.value); }                          \
    void swap(NUMBER &a, NUMBER &b) { P##_swap(a.value, b.value); }                                          \
    NUMBER::~NUMBER() { P##_clear(value); }                                                                  \
    double NUMBER::get_d() const { return P##_get_d(value); }

// what the result of a and b is made from
#define SIZED(a, b) 0
ALIKE(big_integer, mpz, tdiv_q, mul_2exp, fdiv_q_2exp)
ALIKE(big_rational, mpq, div, mul_2exp, div_2exp)
#undef SIZED
#define SIZED(a, b) 0., unsigned(std::max(mpf_get_prec(a.value), mpf_get_prec(b.value)))
ALIKE(big_float, mpf, div, mul_2exp, div_2exp)

int cmp(const big_integer &a, long b) { return mpz_cmp_si(a.value, b); }
int cmp(const big_rational &a, long b) { return mpq_cmp_si(a.value, b, 1); }
int cmp(const big_float &a, long b) { return mpf_cmp_si(a.value, b); }

big_integer::big_integer() { mpz_init(value); }
big_integer::big_integer(int n) { mpz_init_set_si(value, n); }
big_integer::big_integer(long n) { mpz_init_set_si(value, n); }
big_integer::big_integer(unsigned n) { mpz_init_set_ui(value, n); }
big_integer::big_integer(unsigned long n) { mpz_init_set_ui(value, n); }
big_integer::big_integer(double x) { mpz_init_set_d(value, x); }
big_integer::big_integer(const big_rational &q)
{
    mpz_init(value);
    mpz_set_q(value, q.get_mpq_t());
}
big_integer::big_integer(const big_float &f)
{
    mpz_init(value);
    mpz_set_f(value, f.get_mpf_t());
}
big_integer::big_integer(const big_integer &n) { mpz_init_set(value, n.value); }
big_integer::big_integer(big_integer &&n) noexcept
{
    mpz_init(value);
    mpz_swap(value, n.value);
}
big_integer &big_integer::operator=(const big_integer &n)
{
    mpz_set(value, n.value);
    return *this;
}
big_integer &big_integer::operator=(big_integer &&n) noexcept
{
    mpz_swap(value, n.value);
    return *this;
}

big_rational::big_rational() { mpq_init(value); }
big_rational::big_rational(int n) : big_rational(long(n)) {}
big_rational::big_rational(long n)
{
    mpq_init(value);
    mpz_set_si(mpq_numref(value), n);
}
big_rational::big_rational(unsigned n) : big_rational((unsigned long)(n)) {}
big_rational::big_rational(unsigned long n)
{
    mpq_init(value);
    mpz_set_ui(mpq_numref(value), n);
}
big_rational::big_rational(double x)
{
    mpq_init(value);
    mpq_set_d(value, x);
}
big_rational::big_rational(const big_integer &n)
{
    mpq_init(value);
    mpq_set_z(value, n.get_mpz_t());
}
big_rational::big_rational(const big_float &f)
{
    mpq_init(value);
    mpq_set_f(value, f.get_mpf_t());
}
big_rational::big_rational(const big_integer &numerator, const big_integer &denominator)
{
    mpq_init(value);
    mpz_set(mpq_numref(value), numerator.get_mpz_t());
    mpz_set(mpq_denref(value), denominator.get_mpz_t());
    mpq_canonicalize(value);
}
big_rational::big_rational(const big_rational &q)
{
    mpq_init(value);
    mpq_set(value, q.value);
}
big_rational::big_rational(big_rational &&q) noexcept
{
    mpq_init(value);
    mpq_swap(value, q.value);
}
big_rational &big_rational::operator=(const big_rational &q)
{
    mpq_set(value, q.value);
    return *this;
}
big_rational &big_rational::operator=(big_rational &&q) noexcept
{
    mpq_swap(value, q.value);
    return *this;
}
big_integer big_rational::get_num() const
{
    big_integer n;
    mpz_set(n.get_mpz_t(), mpq_numref(value));
    return n;
}
big_integer big_rational::get_den() const
{
    big_integer n;
    mpz_set(n.get_mpz_t(), mpq_denref(value));
    return n;
}

big_float::big_float() { mpf_init(value); }
big_float::big_float(int n) { mpf_init_set_si(value, n); }
big_float::big_float(long n) { mpf_init_set_si(value, n); }
big_float::big_float(unsigned n) { mpf_init_set_ui(value, n); }
big_float::big_float(unsigned long n) { mpf_init_set_ui(value, n); }
big_float::big_float(double x) { mpf_init_set_d(value, x); }
big_float::big_float(double x, unsigned bits)
{
    mpf_init2(value, bits);
    mpf_set_d(value, x);
}
big_float::big_float(const big_integer &n)
{
    mpf_init(value);
    mpf_set_z(value, n.get_mpz_t());
}
big_float::big_float(const big_rational &q)
{
    mpf_init(value);
    mpf_set_q(value, q.get_mpq_t());
}
big_float::big_float(const big_rational &q, unsigned bits)
{
    mpf_init2(value, bits);
    mpf_set_q(value, q.get_mpq_t());
}
big_float::big_float(const big_float &f, unsigned bits)
{
    mpf_init2(value, bits);
    mpf_set(value, f.value);
}
big_float::big_float(const big_float &f)
{
    mpf_init2(value, mpf_get_prec(f.value));
    mpf_set(value, f.value);
}
big_float::big_float(big_float &&f) noexcept
{
    mpf_init2(value, mpf_get_prec(f.value));  // for what is assigned to f later
    mpf_swap(value, f.value);
}
big_float &big_float::operator=(const big_float &f)
{
    mpf_set(value, f.value);
    return *this;
}
big_float sqrt(const big_float &a)
{
    big_float r(0., unsigned(mpf_get_prec(a.value)));
    mpf_sqrt(r.value, a.value);
    return r;
}
big_float floor(const big_float &a)
{
    big_float r(a);
    mpf_floor(r.value, r.value);
    return r;
}
