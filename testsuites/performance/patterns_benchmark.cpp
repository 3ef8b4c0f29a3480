// Measures kernels of nested patterns (kernels/patterns) with the mapping of the search beside fixed mappings and
// hand-written loops, in turns.
//
// Usage: bench_patterns PROGRAMS STEPS CASE ELEMENTS MEASUREMENTS [SECONDS BLOCK_SIZE...]
//
// PROGRAMS is the folder of the programs of the thorn Analysis, and STEPS the file pattern_steps.pat. Without arguments
// the program prints the names of all cases. The program prints a JSON object (see scripts/benchmarks/patterns.py).
// With block sizes it also measures all legal mappings with these block sizes, in a random order, and the best one of
// them beside the others. It ends this search after SECONDS.
//
// Before the measurement, the results of all mappings on a small problem must have the bits of the interpreter, and
// those of the hand-written loops on the measured problem must be close to those of the kernel.
#include "codegen/patterns/fixed_mapping.hpp"
#include "codegen/patterns/mapping_search.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/machine/measured_rates.hpp"
#include "testsuites/performance/handwritten_patterns.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/measured_pattern.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

using namespace chemora;
using namespace performance;

namespace {

constexpr double max_stored = 0.1; ///< share of stored bytes below which the limit is the bandwidth of reads

constexpr long n_small = 3000; ///< elements of the problem that is compared with the interpreter

struct Options {
  std::string programs, steps, name;
  long n_elements = 0;
  int n_measurements = 0;
  double search_seconds = 0;
  std::vector<int> block_sizes{};

  PatternCase problem(long n) const { return pattern_case(name, n, programs, steps); }
};

struct NamedMapping {
  std::string name{};
  patterns::Mapping mapping{};
};

/// The mapping of the search and those of previous work, without those that equal an earlier one.
std::vector<NamedMapping> chosen_mappings(patterns::Nest const& nest, patterns::MachineShape const& machine) {
  std::vector<NamedMapping> mappings{{"ours", patterns::find_mapping(nest, machine).mapping}};
  for (std::string const& strategy : patterns::fixed_strategies())
    mappings.push_back({strategy, patterns::fixed_mapping(strategy, nest, machine)});
  return mappings;
}

/// Returns all mappings with these block sizes that satisfy the hard constraints. The dimensions of n levels are the
/// first n of x, y and z in any order. The parallelism is controlled as that of the mapping of the search.
std::vector<NamedMapping> all_mappings(patterns::Nest const& nest, patterns::MachineShape const& machine,
                                       std::vector<int> const& block_sizes) {
  using namespace patterns;
  std::size_t const n_levels = levels_of(nest).size();
  std::vector<Constraint> const constraints = constraints_of(nest, machine);
  std::vector<LevelMapping> choices;
  for (int dimension = 0; dimension < std::min(static_cast<int>(n_levels), n_dimensions); ++dimension)
    for (int const block_size : block_sizes)
      for (SpanKind const kind : {SpanKind::points, SpanKind::all})
        choices.push_back({static_cast<Dimension>(dimension), block_size, {kind, 1}});
  if (static_cast<int>(n_levels) > n_dimensions) choices.push_back({Dimension::sequential, 1, {SpanKind::all, 1}});
  std::vector<NamedMapping> mappings;
  Mapping mapping{std::vector<LevelMapping>(n_levels)};
  std::function<void(std::size_t)> const visit = [&](std::size_t level) {
    if (level < n_levels) {
      for (LevelMapping const& choice : choices) {
        mapping.levels[level] = choice;
        visit(level + 1);
      }
      return;
    }
    for (Constraint const& constraint : constraints)
      if (constraint.strength == Strength::hard && !is_satisfied(constraint, mapping, machine)) return;
    Mapping const controlled = control_parallelism(mapping, nest, machine);
    mappings.push_back({to_text(controlled), controlled});
  };
  visit(0);
  return mappings;
}

/// Throws base::InternalError if a kernel differs from the interpreter in a bit.
void compare_with_interpreter(Options const& options, patterns::KernelPlace& place) {
  PatternCase const problem = options.problem(n_small);
  MeasuredPattern pattern(problem, place);
  std::vector<double> const expected = pattern.interpreted();
  for (NamedMapping const& each : chosen_mappings(pattern.nest(), place.machine())) {
    pattern.run(pattern.load(each.mapping));
    std::vector<double> const found = pattern.result();
    if (found.size() != expected.size())
      throw base::InternalError(
          fmt::format("{} has {} results instead of {}.", each.name, found.size(), expected.size()));
    for (std::size_t n = 0; n < found.size(); ++n)
      if (std::bit_cast<std::uint64_t>(found[n]) != std::bit_cast<std::uint64_t>(expected[n]))
        throw base::InternalError(fmt::format("Result {} of {} with the mapping {} is {} instead of {}.", n,
                                              problem.name, to_text(each.mapping), found[n], expected[n]));
  }
}

/// Throws base::InternalError if an integer differs, or a real by more than rounding errors.
void compare(std::string const& name, std::vector<double> const& found, std::vector<double> const& expected) {
  constexpr double tolerance = 1e-12; // of the largest result
  double largest = 0;
  for (double const number : expected) largest = std::max(largest, std::abs(number));
  bool is_equal = found.size() == expected.size();
  for (std::size_t n = 0; is_equal && n < found.size(); ++n)
    if (!(std::abs(found[n] - expected[n]) <= tolerance * largest))
      throw base::InternalError(fmt::format("Result {} of {} is {} instead of {}.", n, name, found[n], expected[n]));
  if (!is_equal)
    throw base::InternalError(fmt::format("{} has {} results instead of {}.", name, found.size(), expected.size()));
}

/// Prints the progress of a search of mappings about every ten seconds.
class Progress {
public:
  Progress(std::size_t n_mappings, double seconds) : n_mappings_(n_mappings), seconds_(seconds) {}

  /// Returns whether there is time for a further mapping. The first mappings are always measured, because the others
  /// are compared with them.
  bool has_time(std::size_t n_done) {
    constexpr std::size_t n_first = 4; // the chosen mapping and the fixed strategies
    constexpr double interval = 10;
    double const elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (n_done > 0 && elapsed > printed_ + interval) {
      printed_ = elapsed;
      double const of_mapping = elapsed / static_cast<double>(n_done);
      double const left = of_mapping * static_cast<double>(n_mappings_ - n_done);
      double const left_of_first = of_mapping * static_cast<double>(n_first - std::min(n_done, n_first));
      fmt::print(stderr, "  mapping {} of {}, about {:.0f} s left\n", n_done + 1, n_mappings_,
                 std::min(left, std::max(left_of_first, seconds_ - elapsed)));
    }
    return n_done < n_first || elapsed < seconds_;
  }

private:
  std::size_t n_mappings_;
  double seconds_, printed_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Benchmark {
public:
  explicit Benchmark(Options const& options)
      : options_(options), device_(device::make_host_device()), place_(patterns::make_kernel_place(*device_)) {}

  void run() {
    compare_with_interpreter(options_, *place_);
    PatternCase const problem = options_.problem(options_.n_elements);
    MeasuredPattern pattern(problem, *place_);
    HandArrays arrays(problem, *device_);
    std::vector<NamedMapping> mappings = chosen_mappings(pattern.nest(), place_->machine());
    std::string const ours = to_text(mappings[0].mapping);
    std::string details = fmt::format(R"(, "mapping": "{}", "elements": {:.0f}, "bytes_per_element": {:.4g})", ours,
                                      problem.elements, problem.bytes / problem.elements);
    if (!options_.block_sizes.empty()) details += exhaustive(problem, pattern, mappings);
    std::vector<Candidate> candidates = candidates_of(pattern, mappings);
    problem.by_hand(arrays);
    compare(problem.name, arrays.results(), (candidates[0].run(), pattern.result()));
    candidates.insert(candidates.begin() + 1, {"handwritten", [&] { problem.by_hand(arrays); }});
    print(problem, candidates, details);
  }

private:
  std::vector<Candidate> candidates_of(MeasuredPattern& pattern, std::vector<NamedMapping> const& mappings) {
    std::vector<Candidate> candidates;
    for (NamedMapping const& each : mappings) {
      auto const kernel = std::make_shared<MeasuredPattern::Kernel>(pattern.load(each.mapping));
      candidates.push_back({each.name, [&pattern, kernel] { pattern.run(*kernel); }});
    }
    return candidates;
  }

  /// Returns the mappings of `mappings`, and after these all others with the block sizes in a random order.
  std::vector<NamedMapping> searched_mappings(MeasuredPattern const& pattern,
                                              std::vector<NamedMapping> const& mappings) const {
    std::vector<NamedMapping> all, others = all_mappings(pattern.nest(), place_->machine(), options_.block_sizes);
    std::shuffle(others.begin(), others.end(), std::minstd_rand());
    auto const add = [&](patterns::Mapping const& mapping) {
      if (std::ranges::none_of(all, [&](auto const& other) { return other.mapping == mapping; }))
        all.push_back({to_text(mapping), mapping});
    };
    for (NamedMapping const& each : mappings) add(each.mapping);
    for (NamedMapping const& each : others) add(each.mapping);
    return all;
  }

  /// Measures all mappings, or those for which there is time, and appends the best one to `mappings`. Returns members
  /// of the JSON object.
  std::string exhaustive(PatternCase const& problem, MeasuredPattern& pattern, std::vector<NamedMapping>& mappings) {
    std::vector<NamedMapping> const all = searched_mappings(pattern, mappings);
    Progress progress(all.size(), options_.search_seconds);
    NamedMapping best;
    double best_rate = 0;
    std::size_t n_without_kernel = 0, n_measured = 0;
    std::vector<std::string> entries;
    for (; n_measured < all.size() && progress.has_time(n_measured); ++n_measured) {
      NamedMapping const& each = all[n_measured];
      try {
        double const rate = measure_in_turns(candidates_of(pattern, {each}), problem.elements, 3)[0].median;
        if (rate > best_rate) best = each;
        best_rate = std::max(best_rate, rate);
        entries.push_back(fmt::format(R"({{"mapping": "{}", "score": {:.8g}, "rate": {:.6g}}})", each.name,
                                      score_of(each.mapping, pattern.nest(), place_->machine()), rate));
      } catch (base::UserError const&) {
        ++n_without_kernel;
      }
    }
    mappings.push_back({"best mapping", best.mapping});
    return fmt::format(R"(, "best": "{}", "without_kernel": {}, "not_measured": {}, "candidates": [{}])", best.name,
                       n_without_kernel, all.size() - n_measured, fmt::join(entries, ", "));
  }

  /// The limit is the time of a triad that moves as many bytes as the case. If the case stores few of them, it is the
  /// time of sums that read as many bytes. If the operations of the case take longer, it is their time.
  void print(PatternCase const& problem, std::vector<Candidate> candidates, std::string const& details) {
    auto const n = static_cast<std::ptrdiff_t>(options_.n_elements);
    auto const bytes = static_cast<std::size_t>(n) * sizeof(double);
    std::vector<double*> fields;
    for (int k = 0; k < 3; ++k) {
      fields.push_back(static_cast<double*>(device_->allocate(bytes)));
      std::fill(fields.back(), fields.back() + n, 1.0);
    }
    constexpr std::ptrdiff_t n_summed = 1024;
    double const moved = static_cast<double>(bytes) * problem.elements / problem.bytes;
    double const stored = static_cast<double>(problem.n_results) * sizeof(double);
    if (stored < max_stored * problem.bytes)
      candidates.push_back(
          {"bandwidth", [&] { sum_rows_by_hand(n / n_summed, n_summed, fields[0], fields[1]); }, moved});
    else
      candidates.push_back({"bandwidth", [&] { nontemporal_triad(fields[0], fields[1], fields[2], n); }, 3 * moved});
    auto const rates = measure_in_turns(candidates, problem.elements, options_.n_measurements);
    for (double* const field : fields) device_->release(field);
    double limit = rates.back().median;
    if (problem.operations > 0)
      limit = std::min(limit, machine::measured_arithmetic().rate * problem.elements / problem.operations);
    std::vector<std::string> samples;
    for (Rate const& rate : rates)
      samples.push_back(fmt::format(R"("{}": [{:.6g}])", rate.name, fmt::join(rate.rounds, ", ")));
    fmt::print(R"({{"case": "{} threads={}", "unit": "elements/s", "limit": {:.6g}, "samples": {{{}}}{}}})"
               "\n",
               problem.name, omp_get_max_threads(), limit, fmt::join(samples, ", "), details);
  }

  Options options_;
  std::unique_ptr<device::Device> device_;
  std::unique_ptr<patterns::KernelPlace> place_;
};

} // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    for (std::string const& name : pattern_case_names()) fmt::print("{}\n", name);
    for (std::string const& name : group_case_names()) fmt::print("{}\n", name);
    return 0;
  }
  if (argc < 6) {
    std::fputs("usage: see the first lines of patterns_benchmark.cpp\n", stderr);
    return 1;
  }
  try {
    Options options{argv[1], argv[2], argv[3], std::stol(argv[4]), std::stoi(argv[5])};
    if (argc > 6) options.search_seconds = std::stod(argv[6]);
    for (int n = 7; n < argc; ++n) options.block_sizes.push_back(std::stoi(argv[n]));
    if (base::contains(group_case_names(), options.name))
      fmt::print("{}\n", measured_groups(options.name, options.n_elements, options.n_measurements));
    else
      Benchmark(options).run();
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
