// Measures the flux kernel of docs/tutorials/step-3 at every level of its transformation, the plain Fortran loops, the
// hand-written kernel, and the memory bandwidth.
//
// Usage: bench_elements FILE PLAN POINTS ELEMENTS TYPE MEASUREMENTS LIBRARY. Prints a JSON object (see
// scripts/benchmarks/__main__.py). PLAN is `paper` (the branch of the script for devices, executed on the host) or
// `host`. LIBRARY contains the subroutines of FILE, compiled by a Fortran compiler.
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/machine/measured_rates.hpp"
#include "kernels/steps/steps.hpp"
#include "testsuites/performance/arrays.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"
#include "testsuites/performance/handwritten_flux.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/measurement.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace chemora;

namespace {

/// The words of a point that every program must move: 8 fields read, 8 updated, 6 metric factors and 1/J.
constexpr int compulsory_words = 31;

struct Case {
  std::string file, plan;
  int n = 0, n_elements = 0;
  ir::Type real = ir::Type::real64;
  int n_measurements = 0;
  std::string library;

  double points() const { return static_cast<double>(n) * n * n * n_elements; }
  steps::ParameterValues values() const {
    return {{"Nq", n}, {"Ne", n_elements}, {"p_p0", 1.0}, {"p_Gamma", 1.4}, {"p_R", 1.0}};
  }
};

/// The subroutines of the file, compiled by a Fortran compiler. Threads compute ranges of elements.
template <typename Real>
class PlainFortran {
public:
  explicit PlainFortran(Case const& problem) : problem_(problem) {
    void* const library = dlopen(problem.library.c_str(), RTLD_NOW);
    if (!library) throw base::UserError(dlerror());
    for (std::size_t n = 0; n < 2; ++n) {
      subroutines_[n] = reinterpret_cast<Subroutine>(dlsym(library, n == 0 ? "reffluxr_" : "reffluxs_"));
      if (!subroutines_[n]) throw base::UserError(dlerror());
    }
  }

  void run(performance::FluxArrays<Real> const& arrays) const {
    std::size_t const points = static_cast<std::size_t>(problem_.n * problem_.n * problem_.n);
#pragma omp parallel
    {
      int const n_threads = omp_get_num_threads(), thread = omp_get_thread_num();
      auto const first = static_cast<std::size_t>(problem_.n_elements * std::int64_t{thread} / n_threads);
      auto const end = static_cast<std::size_t>(problem_.n_elements * (std::int64_t{thread} + 1) / n_threads);
      int const n_elements = static_cast<int>(end - first);
      Real const p0 = 1, gamma = Real(1.4), r = 1;
      for (Subroutine const subroutine : subroutines_)
        subroutine(&n_elements, &problem_.n, arrays.geometry + first * 11 * points, arrays.derivative,
                   arrays.q + first * 8 * points, arrays.rhs + first * 8 * points, &p0, &gamma, &r);
    }
  }

private:
  using Subroutine = void (*)(int const*, int const*, Real const*, Real const*, Real const*, Real*, Real const*,
                              Real const*, Real const*);
  Case const& problem_;
  std::array<Subroutine, 2> subroutines_{};
};

/// Throws base::InternalError if two results differ by more than rounding errors.
void check_results(std::string const& name, Case const& problem, std::vector<double> const& ours,
                   std::vector<double> const& theirs) {
  double const tolerance = problem.real == ir::Type::real32 ? 1e-4 : 1e-12;
  double difference = 0, size = 0;
  for (std::size_t n = 0; n < ours.size(); ++n) {
    difference = std::max(difference, std::abs(ours[n] - theirs[n]));
    size = std::max(size, std::abs(theirs[n]));
  }
  if (!(difference <= tolerance * size))
    throw base::InternalError(
        fmt::format("The results of {} differ from the plain loops by {:.2e} of {:.2e}.", name, difference, size));
}

/// Arrays in the order of Fortran with the values of steps::fill().
template <typename Real>
struct PlainArrays {
  PlainArrays(steps::LoopProgram const& program, Case const& problem)
      : geometry(numbers(program, "geo")), derivative(numbers(program, "D")), q(numbers(program, "q")),
        rhs(numbers(program, "rhsq")), view{problem.n,         problem.n_elements, geometry.data(),
                                            derivative.data(), q.data(),           rhs.data()} {}

  static std::vector<Real> numbers(steps::LoopProgram const& program, std::string const& array) {
    std::vector<double> const elements = program.read(array);
    return {elements.begin(), elements.end()};
  }
  std::vector<double> result() const { return {rhs.begin(), rhs.end()}; }

  std::vector<Real> geometry, derivative, q, rhs;
  performance::FluxArrays<Real> view;
};

std::string json_of_levels(std::vector<steps::Step> const& levels, std::vector<performance::Rate> const& rates,
                           Case const& problem, double memory_limit, double arithmetic) {
  std::map<std::string, long> integers{{"Nq", problem.n}, {"Ne", problem.n_elements}};
  std::vector<std::string> entries;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    polyhedral::Counts const counts = polyhedral::count(levels[k].kernel, integers);
    std::string const& title = levels[k].title;
    auto const rate = std::find_if(rates.begin(), rates.end(), [&](auto const& each) {
      return each.name == (k + 1 == levels.size() ? "ours" : title);
    });
    double const operations = counts.operations / problem.points();
    entries.push_back(fmt::format(
        R"({{"name": "{}", "words": {:.7g}, "operations": {:.7g}, "rate": {:.6g}, "of_memory": {:.4g}, "of_arithmetic": {:.4g}}})",
        title, (counts.words_read + counts.words_written) / problem.points(), operations, rate->median,
        rate->median / memory_limit, rate->median * operations / arithmetic));
  }
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

template <typename Real>
void benchmark(Case const& problem) {
  auto const device = device::make_host_device();
  steps::Choice const choice{problem.real, problem.values(), problem.plan == "paper" ? "opencl" : "host"};
  std::vector<steps::Step> const levels = steps::steps_of(base::read_source(problem.file), choice);
  std::vector<std::unique_ptr<steps::LoopProgram>> programs;
  for (steps::Step const& level : levels) {
    programs.push_back(std::make_unique<steps::LoopProgram>(level.kernel, *device, problem.values()));
    steps::fill(*programs.back(), level.kernel);
  }
  PlainArrays<Real> plain(*programs.back(), problem), by_hand(*programs.back(), problem);
  PlainFortran<Real> const fortran(problem);
  fortran.run(plain.view);
  performance::handwritten_flux(by_hand.view);
  check_results("the hand-written kernel", problem, by_hand.result(), plain.result());
  for (std::size_t k = 0; k < levels.size(); ++k) {
    programs[k]->run();
    check_results(levels[k].title, problem, programs[k]->read("rhsq"), plain.result());
  }

  std::vector<performance::Candidate> candidates{{"ours", [&] { programs.back()->run(); }},
                                                 {"fortran", [&] { fortran.run(plain.view); }},
                                                 {"handwritten", [&] { performance::handwritten_flux(by_hand.view); }}};
  for (std::size_t k = 0; k + 1 < levels.size(); ++k)
    candidates.push_back({levels[k].title, [&programs, k] { programs[k]->run(); }});
  auto const n = static_cast<std::ptrdiff_t>(problem.points()) * compulsory_words / 3;
  performance::Fields<Real> fields(*device, {static_cast<int>(n), 1, 1}, 0);
  Real *const a = fields["a"], *const b = fields["b"], *const c = fields["c"];
  candidates.push_back({"triad", [&] { performance::nontemporal_triad(a, b, c, n); }});
  auto const rates = performance::measure_in_turns(candidates, problem.points(), problem.n_measurements);
  double const arithmetic = machine::measured_arithmetic().rate * (problem.real == ir::Type::real32 ? 2 : 1);
  fmt::print(
      R"({{"case": "fluxes plan={} n={} elements={} {} threads={}", {}, "compile_seconds": {:.3f}, "levels": {}}})"
      "\n",
      problem.plan, problem.n, problem.n_elements, ir::to_text(problem.real), omp_get_max_threads(),
      performance::to_json(rates, 1), programs.back()->compile_seconds(),
      json_of_levels(levels, rates, problem, rates.back().median, arithmetic));
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 8) {
    std::fputs("usage: bench_elements FILE paper|host POINTS ELEMENTS real64|real32 MEASUREMENTS LIBRARY\n", stderr);
    return 1;
  }
  try {
    Case const problem{argv[1],
                       argv[2],
                       std::stoi(argv[3]),
                       std::stoi(argv[4]),
                       performance::element_type(argv[5]),
                       std::stoi(argv[6]),
                       argv[7]};
    problem.real == ir::Type::real32 ? benchmark<float>(problem) : benchmark<double>(problem);
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
