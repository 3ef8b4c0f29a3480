/// Measures times of memory accesses with loops over arrays in the caches and in memory. All threads run the same loop
/// on their own arrays.
#include "kernels/machine/access_times.hpp"

#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <sstream>
#include <sys/mman.h>
#include <vector>

namespace chemora::machine {

namespace {

constexpr int n_rounds = 5;
constexpr double seconds_in_cache = 0.002; ///< minimum duration of a loop over arrays in a cache
constexpr std::size_t min_bytes = std::size_t{64} << 20, max_bytes = std::size_t{256} << 20; ///< of all threads
constexpr std::ptrdiff_t lines_of_piece = 32; ///< length of a row in the measurements of rows
constexpr int n_inputs = 25;                  ///< vectors that the loop of stencil() loads for one result
/// Seconds from the request of a line to its arrival. Memory of all current machines needs about this time; a
/// measurement would depend on the size of the pages. The number of lines that arrive in this time differs between
/// machines.
constexpr double memory_latency = 1e-7;
/// A prefetcher follows a number of streams if their lines take at most this multiple of the shortest time.
constexpr double slow_streams = 1.3;
constexpr std::array<std::size_t, 4> streams_tried{16, 24, 32, 48};

typedef double Lanes2 __attribute__((vector_size(16), aligned(8), may_alias));
#if defined(__x86_64__)
typedef double Lanes4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef double Lanes8 __attribute__((vector_size(64), aligned(8), may_alias));
#endif

/// Computes a = b + 3 c for n elements; n is a multiple of the number of lanes.
template <class Lanes>
inline __attribute__((always_inline)) void triad(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  for (std::ptrdiff_t i = 0; i < n; i += static_cast<std::ptrdiff_t>(sizeof(Lanes) / sizeof(double)))
    *reinterpret_cast<Lanes*>(a + i) =
        *reinterpret_cast<Lanes const*>(b + i) + 3.0 * *reinterpret_cast<Lanes const*>(c + i);
}

/// Computes a[i] as a weighted sum of b[i + o] with 25 offsets o. Nine of them are adjacent, as in stencils, and the
/// others are distances of whole vectors. Most loads are therefore from the first-level cache. The array b must have
/// 8 * lanes further elements on both sides.
template <class Lanes>
inline __attribute__((always_inline)) void stencil(double* a, double const* b, double const*, std::ptrdiff_t n) {
  constexpr auto lanes = static_cast<std::ptrdiff_t>(sizeof(Lanes) / sizeof(double));
  for (std::ptrdiff_t i = 0; i < n; i += lanes) {
    Lanes sum = {};
#pragma GCC unroll 9
    for (std::ptrdiff_t o = -4; o <= 4; ++o) sum = sum + 0.1 * *reinterpret_cast<Lanes const*>(b + i + o);
#pragma GCC unroll 8
    for (std::ptrdiff_t o = 1; o <= 8; ++o)
      sum = sum + 0.2 * *reinterpret_cast<Lanes const*>(b + i + o * lanes) +
            0.3 * *reinterpret_cast<Lanes const*>(b + i - o * lanes);
    *reinterpret_cast<Lanes*>(a + i) = sum;
  }
}

using Loop = void(double* a, double const* b, double const* c, std::ptrdiff_t n);

void triad_2(double* a, double const* b, double const* c, std::ptrdiff_t n) { triad<Lanes2>(a, b, c, n); }
void stencil_2(double* a, double const* b, double const* c, std::ptrdiff_t n) { stencil<Lanes2>(a, b, c, n); }
#if defined(__x86_64__)
__attribute__((target("avx"))) void triad_4(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  triad<Lanes4>(a, b, c, n);
}
__attribute__((target("avx"))) void stencil_4(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  stencil<Lanes4>(a, b, c, n);
}
__attribute__((target("avx512f"))) void triad_8(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  triad<Lanes8>(a, b, c, n);
}
__attribute__((target("avx512f"))) void stencil_8(double* a, double const* b, double const* c, std::ptrdiff_t n) {
  stencil<Lanes8>(a, b, c, n);
}
#endif

struct Loops {
  Loop *triad, *stencil;
  double lanes;
};

Loops widest_loops(int vector_bytes) {
#if defined(__x86_64__)
  if (vector_bytes >= 64) return {triad_8, stencil_8, 8};
  if (vector_bytes >= 32) return {triad_4, stencil_4, 4};
#endif
  (void)vector_bytes;
  return {triad_2, stencil_2, 2};
}

struct Free {
  void operator()(double* array) const { std::free(array); }
};

/// The arrays of all threads, in large pages. Each thread touches its own arrays first.
class Arrays {
public:
  Arrays(std::size_t bytes, int n_threads) : per_thread_(bytes / sizeof(double) / static_cast<std::size_t>(n_threads)) {
    constexpr std::size_t large_page = std::size_t{1} << 21;
    per_thread_ = per_thread_ / (large_page / sizeof(double)) * (large_page / sizeof(double));
    std::size_t const all = per_thread_ * static_cast<std::size_t>(n_threads) * sizeof(double);
    memory_.reset(static_cast<double*>(std::aligned_alloc(large_page, all)));
    if (!memory_) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    madvise(memory_.get(), all, MADV_HUGEPAGE); // a hint; small pages work as well
#endif
#pragma omp parallel
    std::fill_n(of_thread(), per_thread_, 0.0);
  }
  double* of_thread() const { return memory_.get() + per_thread_ * static_cast<std::size_t>(omp_get_thread_num()); }
  std::size_t per_thread() const { return per_thread_; }

private:
  std::size_t per_thread_; ///< elements
  std::unique_ptr<double, Free> memory_;
};

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Returns the bytes of the arrays of one process: its part of twice the last-level cache, and 8 MiB for each thread.
std::size_t bytes_of_arrays(Machine const& machine, int n_processes) {
  std::size_t const bytes = std::clamp(2 * machine.caches.back().bytes, min_bytes, max_bytes);
  auto const n_threads = static_cast<std::size_t>(std::max(1, omp_get_max_threads()));
  return bytes / static_cast<std::size_t>(std::max(1, n_processes)) + (n_threads << 23);
}

class Measurement {
public:
  Measurement(Machine const& machine, int n_processes, std::function<void()> const& wait_for_all)
      : machine_(machine), loops_(widest_loops(machine.vector_bytes)), wait_for_all_(wait_for_all),
        arrays_(bytes_of_arrays(machine, n_processes), omp_get_max_threads()) {}

  AccessTimes times() {
    AccessTimes result;
    double const line = seconds_of_line(loops_.triad, 3, arrays_.per_thread());
    std::size_t const inner = machine_.caches.front().bytes / 2 / sizeof(double);
    std::size_t const outer = capacity_per_thread(machine_) / 2 / sizeof(double);
    double const in_first = seconds_of_line(loops_.triad, 3, inner),
                 in_second = seconds_of_line(loops_.triad, 3, outer);
    result.inner_line = std::clamp((in_second - in_first) / line, 0.01, 1.0);
    double const vectors_in_line = static_cast<double>(machine_.line_bytes()) / sizeof(double) / loops_.lanes;
    double const stencil = seconds_of_line(loops_.stencil, 2, inner);
    result.vector_load = std::clamp(2 * stencil / vectors_in_line / (n_inputs + 1) / line, 0.01, 2.0);
    double const core = seconds_of_line(loops_.stencil, 2, outer),
                 all = seconds_of_line(loops_.stencil, 2, arrays_.per_thread());
    result.not_hidden = std::clamp((all - std::max(core, line)) / std::min(core, line), 0.0, 0.5);
    auto const [whole, adjacent, apart] = seconds_in_rows();
    result.row_start = std::clamp((adjacent / whole - 1) * lines_of_piece, 0.0, 8.0);
    result.restart = std::clamp((apart - adjacent) / whole * lines_of_piece, 0.0, 64.0);
    result.latency = std::clamp(memory_latency / line, 1.0, 64.0);
    result.n_streams = streams();
    return result;
  }

private:
  using Work = std::function<void(double* array)>;

  /// Runs each work in turn, in several rounds, by all threads at the same time. Returns the shortest processor time of
  /// each work, as the mean of the threads. Processor time excludes the time in which other programs use the core.
  std::vector<double> shortest(std::vector<Work> const& works) {
    std::vector<double> best(works.size(), 1e300);
    for (int round = 0; round < n_rounds; ++round)
      for (std::size_t n = 0; n < works.size(); ++n) {
        wait_for_all_();
        double seconds = 0;
#pragma omp parallel reduction(+ : seconds)
        {
          double const start = thread_seconds();
          works[n](arrays_.of_thread());
          seconds = thread_seconds() - start;
        }
        best[n] = std::min(best[n], seconds / omp_get_max_threads());
      }
    return best;
  }

  std::ptrdiff_t line() const { return machine_.line_bytes() / static_cast<std::ptrdiff_t>(sizeof(double)); }

  /// Returns the number of elements of one of `n_arrays` arrays, a multiple of the length of two pieces.
  std::ptrdiff_t length(std::size_t n_elements, int n_arrays) const {
    std::ptrdiff_t const unit = 2 * lines_of_piece * line();
    return std::max(unit, static_cast<std::ptrdiff_t>(n_elements) / n_arrays / unit * unit);
  }

  /// Returns the seconds of a thread for a line of one of the arrays that a loop accesses.
  double seconds_of_line(Loop* loop, int n_arrays, std::size_t n_elements) {
    std::ptrdiff_t const margin = 8 * 8; // elements beside the input of `stencil`
    std::ptrdiff_t const available = static_cast<std::ptrdiff_t>(arrays_.per_thread()) - 2 * margin;
    std::ptrdiff_t const n =
        length(static_cast<std::size_t>(std::min(available, static_cast<std::ptrdiff_t>(n_elements))), n_arrays);
    double const of_pass = 1e-10 * static_cast<double>(n);
    int const n_times = n_elements == arrays_.per_thread() ? 1 : 1 + static_cast<int>(seconds_in_cache / of_pass / 4);
    double const seconds = shortest({[&](double* array) {
                             double* const first = array + margin;
                             for (int time = 0; time < n_times; ++time)
                               loop(first + n, first, first + (n_arrays > 2 ? 2 * n : 0), n);
                           }}).front();
    return seconds / n_times / (static_cast<double>(n) * n_arrays / static_cast<double>(line()));
  }

  /// Returns the seconds of a line of the triad in memory, in whole arrays, in adjacent rows of `lines_of_piece` lines,
  /// and in rows of which every second is computed first.
  std::array<double, 3> seconds_in_rows() {
    std::ptrdiff_t const n = length(arrays_.per_thread(), 3), piece = lines_of_piece * line();
    auto const rows = [&](double* array, std::ptrdiff_t step) {
      for (std::ptrdiff_t phase = 0; phase < step; ++phase)
        for (std::ptrdiff_t i = phase * piece; i < n; i += step * piece)
          loops_.triad(array + n + i, array + i, array + 2 * n + i, piece);
    };
    auto const seconds = shortest({[&](double* array) { loops_.triad(array + n, array, array + 2 * n, n); },
                                   [&](double* array) { rows(array, 1); }, [&](double* array) { rows(array, 2); }});
    double const n_lines = 3.0 * static_cast<double>(n) / static_cast<double>(line());
    return {seconds[0] / n_lines, seconds[1] / n_lines, seconds[2] / n_lines};
  }

  /// Returns the largest number of adjacent sequences that are read at the same time without a loss of speed.
  double streams() {
    auto const unit = static_cast<std::size_t>(line());
    auto const distance = [&](std::size_t count) { return arrays_.per_thread() / count / unit * unit; };
    std::vector<double> used(static_cast<std::size_t>(omp_get_max_threads()));
    std::vector<Work> works;
    for (std::size_t const count : streams_tried)
      works.push_back([&, count](double* array) {
        double sum = 0;
        for (std::size_t i = 0; i < distance(count); i += unit)
          for (std::size_t stream = 0; stream < count; ++stream) sum += array[stream * distance(count) + i];
        used[static_cast<std::size_t>(omp_get_thread_num())] = sum;
      });
    auto seconds = shortest(works);
    for (std::size_t n = 0; n < seconds.size(); ++n)
      seconds[n] /= static_cast<double>(distance(streams_tried[n]) * streams_tried[n]);
    double const best = *std::min_element(seconds.begin(), seconds.end());
    std::size_t result = streams_tried.front();
    for (std::size_t n = 0; n < seconds.size() && seconds[n] <= slow_streams * best; ++n) result = streams_tried[n];
    return static_cast<double>(result);
  }

  Machine const& machine_;
  Loops loops_;
  std::function<void()> const& wait_for_all_;
  Arrays arrays_;
};

constexpr std::array<std::pair<char const*, double AccessTimes::*>, 7> members{{
    {"inner_line", &AccessTimes::inner_line},
    {"vector_load", &AccessTimes::vector_load},
    {"not_hidden", &AccessTimes::not_hidden},
    {"restart", &AccessTimes::restart},
    {"row_start", &AccessTimes::row_start},
    {"latency", &AccessTimes::latency},
    {"n_streams", &AccessTimes::n_streams},
}};

} // namespace

AccessTimes measure_access_times(Machine const& machine, int n_processes_on_node,
                                 std::function<void()> const& wait_for_all) {
  return Measurement(machine, n_processes_on_node, wait_for_all).times();
}

std::string to_text(AccessTimes const& times) {
  std::string text;
  for (auto const& [name, member] : members) text += fmt::format("{} {:.3g}\n", name, times.*member);
  return text;
}

std::optional<AccessTimes> access_times_from(std::string const& text) {
  AccessTimes times;
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (base::trimmed(line).empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string name, rest;
    double value = -1;
    auto const is_it = [&](auto const& member) { return name == member.first; };
    if (!(words >> name >> value) || !(value >= 0 && std::isfinite(value)) || words >> rest) return {};
    auto const member = std::find_if(members.begin(), members.end(), is_it);
    if (member == members.end() || base::contains(names, name)) return {};
    names.push_back(name);
    times.*member->second = value;
  }
  if (names.size() != members.size()) return {};
  return times;
}

std::string expected_access_times() {
  return "does not contain access times: expected one line with a name and a number of at least 0 for each of " +
         base::join(members, ", ", [](auto const& member) { return std::string(member.first); });
}

} // namespace chemora::machine
