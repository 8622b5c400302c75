// Timing rows of one workload in turn (A B C A B C ...), so that what else the machine does falls on all of them alike; each time a pass
// that is not counted and seven that are (fewer where they are long), so that none pays for what the row before it left in the
// caches. Then a table of minima (of the medians of seven), medians of all and ratios.
#ifndef BENCH_BENCH_HPP
#define BENCH_BENCH_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench
{

/// What a row before has left in the upper halves of the AVX registers slows down whatever is compiled for SSE2 (up to twice, on an
/// EPYC) until somebody clears them; not every peer does.
inline void clear_upper_halves()
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper");
#endif
}

/// Of what takes so many seconds for its queries once, one pass more tells as much as seven.
constexpr double long_pass = 0.004;

struct row {
    row(std::string name_, std::function<void()> work_, std::string against_ = "")
        : name(std::move(name_)), work(std::move(work_)), against(std::move(against_))
    {
    }

    std::string name;
    std::function<void()> work;
    std::string against;  ///< the row that the ratio is taken to; empty: none
    std::vector<double> seconds;
    std::size_t in_a_row = 1;

    double minimum() const
    {
        double least = median();
        for (std::size_t i = 0; i + in_a_row <= seconds.size(); i += in_a_row) {
            const auto from = seconds.begin() + std::ptrdiff_t(i);
            least = std::min(least, median_of({from, from + std::ptrdiff_t(in_a_row)}));
        }
        return least;
    }
    double median() const { return median_of(seconds); }
    static double median_of(std::vector<double> s)
    {
        std::sort(s.begin(), s.end());
        std::size_t n = s.size();
        return n % 2 ? s[n / 2] : (s[n / 2 - 1] + s[n / 2]) / 2;
    }
};

inline double seconds_of(const std::function<void()> &work)
{
    auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// What a benchmark writes: a table for people, lines of fields for machines.
class report
{
  public:
    /// With the program's command line, which scripts/run-bench gives: SAMPLE DATA RESULTS [quick].
    report(const std::string &benchmark, int argc, char **argv) : benchmark_(benchmark), quick_(argc > 4)
    {
        if (argc < 4) {
            std::fprintf(stderr, "usage: bench_%s SAMPLE DATA RESULTS [quick]\n", benchmark.c_str());
            return;
        }
        file_ = std::fopen(argv[3], "a");
        if (!file_) std::fprintf(stderr, "bench_%s: cannot append to %s\n", benchmark.c_str(), argv[3]);
    }
    ~report()
    {
        if (file_) std::fclose(file_);
    }
    report(const report &) = delete;
    report &operator=(const report &) = delete;
    bool good() const { return file_ != nullptr; }
    /// Are a few repetitions enough, to see that all of it runs?
    bool quick() const { return quick_; }

    /// BENCH_ONLY in the environment: a part of the names of those workloads that are to be measured.
    static bool wanted(const std::string &workload)
    {
        const char *only = std::getenv("BENCH_ONLY");
        return !only || workload.find(only) != std::string::npos;
    }

    /// Runs every row `repeats` times, in turn, prints them, and returns them as measured. Where `queries` is given,
    /// so many are answered by each row, a row is told in ns per query, and ratios are those of the minima.
    std::vector<row> measure(const std::string &workload, std::vector<row> rows, int repeats,
                             double queries = 0)
    {
        const double unit = queries > 0 ? 1e9 / queries : 1e3;
        const char *const name = queries > 0 ? "ns" : "ms";
        const int in_a_row = repeats < 14 ? 1 : 7;
        for (int i = 0; i < repeats; i += in_a_row) {
            for (row &r : rows) {
                clear_upper_halves();
                const double first = in_a_row > 1 ? seconds_of(r.work) : 0;
                if (i == 0) r.in_a_row = queries > 0 && first > long_pass ? 1 : std::size_t(in_a_row);
                for (std::size_t k = 0; k < r.in_a_row; ++k) r.seconds.push_back(seconds_of(r.work));
            }
        }
        std::printf("  %-44s %10s %10s   %s as a part of\n", "", "minimum", "median",
                    queries > 0 ? "minimum" : "median");
        for (const row &r : rows) {
            std::printf("  %-44s %7.2f %s %7.2f %s", r.name.c_str(), unit * r.minimum(), name,
                        unit * r.median(), name);
            double ratio = 0;
            for (const row &other : rows) {
                if (other.name != r.against) continue;
                ratio = queries > 0 ? r.minimum() / other.minimum() : r.median() / other.median();
            }
            if (ratio > 0) std::printf("   %.3f  %s", ratio, r.against.c_str());
            std::printf("\n");
            const double kept = queries > 0 ? unit : 1;
            line(workload, r.name, queries > 0 ? name : "s", kept * r.minimum(), kept * r.median(), r.against,
                 ratio);
        }
        std::fflush(stdout);
        return rows;
    }

    /// A figure that is not a time.
    void fact(const std::string &workload, const std::string &name, const char *unit, double value)
    {
        std::printf("  %-44s %.6g %s\n", name.c_str(), value, unit);
        line(workload, name, unit, value, value, "", 0);
    }

  private:
    /// Names hold commas, so semicolons stand between the fields.
    void line(const std::string &workload, const std::string &name, const char *unit, double minimum,
              double median, const std::string &against, double ratio)
    {
        std::fprintf(file_, "%s;%s;%s;%s;%.9g;%.9g;%s;%.4g\n", benchmark_.c_str(), workload.c_str(),
                     name.c_str(), unit, minimum, median, against.c_str(), ratio);
        std::fflush(file_);
    }

    std::string benchmark_;
    bool quick_;
    std::FILE *file_ = nullptr;
};

}  // namespace bench

#endif
