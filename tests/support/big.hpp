/// Numbers of GMP as values, for references without rounding and to hundreds of bits. The operators are those of gmpxx, but
/// functions that are compiled once, in big.cpp: expression templates take longer to compile in every test than the sums take.
#ifndef TESTS_SUPPORT_BIG_HPP
#define TESTS_SUPPORT_BIG_HPP

#include <type_traits>

#include <gmp.h>

/// Operators of NUMBER with itself, and its comparisons with whole numbers without one being made.
#define BIG_OPERATORS(NUMBER)                                                                                \
    NUMBER &operator+=(const NUMBER &b);                                                                     \
    NUMBER &operator-=(const NUMBER &b);                                                                     \
    NUMBER &operator*=(const NUMBER &b);                                                                     \
    NUMBER &operator/=(const NUMBER &b);                                                                     \
    NUMBER &operator<<=(unsigned long bits);                                                                 \
    NUMBER &operator>>=(unsigned long bits);                                                                 \
    friend NUMBER operator+(const NUMBER &a, const NUMBER &b);                                               \
    friend NUMBER operator-(const NUMBER &a, const NUMBER &b);                                               \
    friend NUMBER operator*(const NUMBER &a, const NUMBER &b);                                               \
    friend NUMBER operator/(const NUMBER &a, const NUMBER &b);                                               \
    friend NUMBER operator<<(const NUMBER &a, unsigned long bits);                                           \
    friend NUMBER operator>>(const NUMBER &a, unsigned long bits);                                           \
    friend NUMBER operator-(const NUMBER &a);                                                                \
    friend const NUMBER &operator+(const NUMBER &a) { return a; }                                            \
    friend NUMBER abs(const NUMBER &a);                                                                      \
    friend int sgn(const NUMBER &a);                                                                         \
    friend int cmp(const NUMBER &a, const NUMBER &b);                                                        \
    friend int cmp(const NUMBER &a, long b);                                                                 \
    friend void swap(NUMBER &a, NUMBER &b);                                                                  \
    BIG_COMPARISON(NUMBER, ==)                                                                               \
    BIG_COMPARISON(NUMBER, !=)                                                                               \
    BIG_COMPARISON(NUMBER, <)                                                                                \
    BIG_COMPARISON(NUMBER, <=)                                                                               \
    BIG_COMPARISON(NUMBER, >)                                                                                \
    BIG_COMPARISON(NUMBER, >=)

#define BIG_COMPARISON(NUMBER, OP)                                                                           \
    friend bool operator OP(const NUMBER &a, const NUMBER &b) { return cmp(a, b) OP 0; }                     \
    template <class T, std::enable_if_t<std::is_same<T, int>::value, int> = 0>                               \
    friend bool operator OP(const NUMBER &a, T b)                                                            \
    {                                                                                                        \
        return cmp(a, long(b)) OP 0;                                                                         \
    }

class big_rational;
class big_float;

/// A whole number.
class big_integer
{
  public:
    big_integer();
    big_integer(int n);
    big_integer(long n);
    big_integer(unsigned n);
    big_integer(unsigned long n);
    explicit big_integer(double x);  ///< rounded towards 0, as the two below
    explicit big_integer(const big_rational &q);
    explicit big_integer(const big_float &f);
    big_integer(const big_integer &n);
    big_integer(big_integer &&n) noexcept;
    big_integer &operator=(const big_integer &n);
    big_integer &operator=(big_integer &&n) noexcept;
    ~big_integer();
    double get_d() const;
    mpz_ptr get_mpz_t() { return value; }
    mpz_srcptr get_mpz_t() const { return value; }
    BIG_OPERATORS(big_integer)

  private:
    mpz_t value;
};

/// A fraction in lowest terms.
class big_rational
{
  public:
    big_rational();
    big_rational(int n);
    big_rational(long n);
    big_rational(unsigned n);
    big_rational(unsigned long n);
    big_rational(double x);  ///< without rounding
    big_rational(const big_integer &n);
    explicit big_rational(const big_float &f);
    big_rational(const big_integer &numerator, const big_integer &denominator);
    big_rational(const big_rational &q);
    big_rational(big_rational &&q) noexcept;
    big_rational &operator=(const big_rational &q);
    big_rational &operator=(big_rational &&q) noexcept;
    ~big_rational();
    double get_d() const;  ///< rounded towards 0
    big_integer get_num() const;
    big_integer get_den() const;
    mpq_srcptr get_mpq_t() const { return value; }
    mpz_srcptr get_num_mpz_t() const { return mpq_numref(value); }
    mpz_srcptr get_den_mpz_t() const { return mpq_denref(value); }
    BIG_OPERATORS(big_rational)

  private:
    mpq_t value;
};

/// A number with a fraction of so many bits. A sum, a product and a root have as many as the longer of what they are made of.
class big_float
{
  public:
    big_float();
    big_float(int n);
    big_float(long n);
    big_float(unsigned n);
    big_float(unsigned long n);
    big_float(double x);
    big_float(double x, unsigned bits);
    explicit big_float(const big_integer &n);
    explicit big_float(const big_rational &q);
    big_float(const big_rational &q, unsigned bits);
    big_float(const big_float &f, unsigned bits);
    big_float(const big_float &f);
    big_float(big_float &&f) noexcept;
    big_float &operator=(const big_float &f);  ///< keeps its own number of bits
    ~big_float();
    double get_d() const;  ///< rounded towards 0
    mpf_ptr get_mpf_t() { return value; }
    mpf_srcptr get_mpf_t() const { return value; }
    BIG_OPERATORS(big_float)
    friend big_float sqrt(const big_float &a);
    friend big_float floor(const big_float &a);

  private:
    mpf_t value;
};

/// The bits of a big_float for which no number is given.
inline void big_float_bits(unsigned bits) { mpf_set_default_prec(bits); }

big_integer abs(const big_integer &a);
big_rational abs(const big_rational &a);
big_float abs(const big_float &a);
int sgn(const big_integer &a);
int sgn(const big_rational &a);
int sgn(const big_float &a);
big_float sqrt(const big_float &a);
big_float floor(const big_float &a);

#undef BIG_OPERATORS
#undef BIG_COMPARISON

#endif
