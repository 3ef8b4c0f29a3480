/// The search for the best values of the sizes that a script leaves free.
#include "framework/base/errors.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/steps/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace chemora::steps {

namespace {

constexpr std::size_t max_candidates = 1000;
constexpr std::size_t n_finalists = 3;
constexpr double trial_seconds = 0.05; ///< duration of the first measurement of a combination

std::vector<Candidate> combinations(std::vector<script::FreeSize> const& sizes) {
  std::size_t const n = script::n_combinations(sizes);
  if (n > max_candidates)
    throw base::UserError(fmt::format("The script has more than {} combinations of sizes. Give some sizes a value on "
                                      "the command line, or reduce their choices.",
                                      max_candidates));
  std::vector<Candidate> all;
  for (std::size_t number = 0; number < n; ++number) {
    script::Sizes const values = script::combination(sizes, number);
    all.push_back({.sizes = {values.begin(), values.end()}});
  }
  return all;
}

std::vector<Step> steps_with(base::SourceText const& file, Choice choice, Candidate const& candidate) {
  choice.values.insert(candidate.sizes.begin(), candidate.sizes.end());
  return steps_of(file, choice);
}

/// Returns the rate of one short measurement after a first run.
double trial_rate(loops::LoopKernel const& kernel, ParameterValues const& values, double points,
                  device::Device& device) {
  LoopProgram program(kernel, device, values);
  fill(program, kernel);
  program.run();
  device.finish();
  int n_runs = 0;
  double const start = machine::wall_seconds();
  double seconds = 0;
  while (seconds < trial_seconds) {
    program.run();
    device.finish();
    ++n_runs;
    seconds = machine::wall_seconds() - start;
  }
  return points * n_runs / seconds;
}

} // namespace

std::vector<Candidate> search(base::SourceText const& file, Choice const& choice, double points, device::Device& device,
                              int n_measurements, std::function<void(std::size_t, std::size_t)> const& progress) {
  std::vector<script::FreeSize> const sizes = free_sizes(file, choice);
  if (sizes.empty())
    throw base::UserError(fmt::format(
        "The script of {} has no free size. Write `size(\"block\", [4, 8, 16])` in place of a number.", file.name));
  std::vector<Candidate> all = combinations(sizes);
  for (std::size_t n = 0; n < all.size(); ++n) {
    progress(n, all.size());
    try {
      all[n].rate = trial_rate(steps_with(file, choice, all[n]).back().kernel, choice.values, points, device);
    } catch (base::UserError const& error) {
      all[n].rejection = error.what();
    }
  }
  auto const by_rate = [](Candidate const& a, Candidate const& b) { return a.rate > b.rate; };
  std::stable_sort(all.begin(), all.end(), by_rate);
  std::vector<Step> finalists;
  for (std::size_t n = 0; n < std::min(n_finalists, all.size()) && all[n].rate > 0; ++n)
    finalists.push_back(steps_with(file, choice, all[n]).back());
  std::vector<StepResult> const results = measure(finalists, choice.values, points, device, n_measurements);
  for (std::size_t n = 0; n < results.size(); ++n) all[n].rate = results[n].rate;
  std::stable_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(results.size()), by_rate);
  return all;
}

} // namespace chemora::steps
