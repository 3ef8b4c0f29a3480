#include "kernels/recursions/solver.hpp"

#include "codegen/recursion/specialise.hpp"
#include "codegen/wavefront/lower_ordered.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/recursions/compiled_path.hpp"
#include "kernels/recursions/interpreted_path.hpp"
#include "kernels/recursions/plan_choice.hpp"
#include "kernels/recursions/problem_checks.hpp"
#include "kernels/recursions/problem_kernel.hpp"
#include "kernels/recursions/result_value.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

namespace chemora::recursions {

namespace {

using wavefront::Plan;
using wavefront::PlanKind;

constexpr long max_batch_bytes = 256L << 20;
/// Part of the problems of a launch whose integers overflow, from which on all others start with a wider type.
constexpr double frequent_overflow = 0.5;

/// Sets the number of OpenMP threads while it exists.
class Threads {
public:
  explicit Threads(int n) : before_(omp_get_max_threads()) { omp_set_num_threads(n); }
  ~Threads() { omp_set_num_threads(before_); }
  Threads(Threads const&) = delete;
  Threads& operator=(Threads const&) = delete;

private:
  int before_;
};

/// Throws base::UserError with all arguments that are missing. Returns the sequences that are not shared.
std::set<std::string> varying_sequences(recursion::System const& system, recursion::Inputs const& shared) {
  std::set<std::string> varying;
  std::vector<std::string> missing;
  for (recursion::InputArray const& array : system.arrays) {
    if (shared.arrays.contains(array.name)) continue;
    if (array.kind == recursion::InputArray::Kind::letters)
      varying.insert(array.parameter);
    else
      missing.push_back(fmt::format("`{}`", array.parameter));
  }
  for (auto const& [name, type] : system.scalars)
    if (!shared.scalars.contains(name)) missing.push_back(fmt::format("`{}`", name));
  for (std::string const& size : system.sizes) {
    constexpr std::string_view length = "length_";
    if (shared.sizes.contains(size)) continue;
    if (size.starts_with(length))
      varying.insert(size.substr(length.size()));
    else
      missing.push_back(fmt::format("`{}`", size));
  }
  std::ranges::sort(missing);
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (!missing.empty())
    throw base::UserError(system.where, fmt::format("The recursion `{}` needs the arguments {}.", system.name,
                                                    base::list_in_words(missing)));
  return varying;
}

} // namespace

struct Solver::Implementation {
  Implementation(recursion::System original_system, recursion::Inputs inputs, device::Device& on, Compile compiler,
                 Settings all_settings);

  std::vector<ProblemResult> solve(ProblemList const& problems);
  std::vector<PathStep> trace(Problem const& problem);
  void solve(ProblemList const& problems, PlannedProblems const& planned, std::vector<ProblemResult>& results);
  void solve_by_kernel(ProblemList const& problems, PlannedProblems const& planned,
                       std::vector<ProblemResult>& results);
  ProblemKernel& kernel(PlannedProblems const& planned);
  std::size_t batch_size(ProblemKernel const& kernel, ProblemList const& problems,
                         std::span<std::size_t const> numbers) const;
  recursion::Inputs inputs_of(Problem const& problem) const;

  recursion::System original, system; ///< `system` has numbers in place of scalar parameters and known models
  recursion::Inputs shared;
  std::set<std::string> varying;
  device::Device& device;
  Compile compile;
  Settings settings;
  std::optional<PlanChoice> choice{};
  std::optional<ProblemChecks> checks{};
  std::optional<TableSizes> table_sizes{};
  std::optional<ResultExpression> result{};
  recursion::System system_of_paths; ///< with numbers in place of scalar parameters
  std::optional<PlanFacts> facts_of_paths{};
  std::optional<TypedSystems> path_systems{};
  std::map<ir::Type, std::unique_ptr<CompiledPath>> compiled_paths{}; ///< by type of integers
  std::map<std::string, std::unique_ptr<ProblemKernel>> kernels{};    ///< by plan and representation
  Statistics statistics{};
};

Solver::Implementation::Implementation(recursion::System original_system, recursion::Inputs inputs, device::Device& on,
                                       Compile compiler, Settings all_settings)
    : original(std::move(original_system)), shared(std::move(inputs)), varying(varying_sequences(original, shared)),
      device(on), compile(std::move(compiler)), settings(std::move(all_settings)) {
  if (!settings.memory) settings.memory = std::make_shared<MemoryLimit>(memory_share(1));
  system = system_of_paths = wavefront::with_scalars(original, shared.scalars);
  checks.emplace(system, shared.sizes);
  std::optional<Plan> pinned;
  if (!settings.plan.empty()) pinned = wavefront::parse_plan({"plan", settings.plan});
  // The schedule of a plan within problems has the names of the original functions.
  if (!pinned || pinned->kind == PlanKind::across) system = recursion::specialised(system, shared);
  device::Properties const& properties = device.properties();
  bool const is_device = properties.language != plan::Language::cpp;
  PlanFacts facts{.shared = shared,
                  .varying = varying,
                  .is_device = is_device,
                  .vector_bytes = machine::this_machine().vector_bytes,
                  .threads = pinned ? pinned->threads : std::max(settings.threads, 1),
                  .search = {.coefficient_bound = settings.max_coefficient}};
  facts.n_workers = is_device ? properties.blocks.n_units : facts.threads;
  machine::Cache const& first_cache = machine::this_machine().caches.front();
  facts.first_cache_bytes =
      is_device ? properties.blocks.local_bytes : first_cache.bytes / static_cast<std::size_t>(first_cache.n_cores);
  facts.cache_bytes = is_device ? facts.first_cache_bytes : machine::capacity_per_thread(machine::this_machine());
  if (is_device) facts.tile_bytes = properties.blocks.local_bytes;
  facts_of_paths.emplace(facts);
  path_systems.emplace(system_of_paths, *facts_of_paths);
  choice.emplace(system, std::move(facts), pinned);
  std::vector<std::string> const parameters(varying.begin(), varying.end());
  table_sizes.emplace(original, parameters, shared.sizes);
  result.emplace(system, shared, parameters);
}

recursion::Inputs Solver::Implementation::inputs_of(Problem const& problem) const {
  recursion::Inputs inputs = shared;
  for (auto const& [name, letters] : problem.sequences) {
    inputs.sizes["length_" + name] = static_cast<long>(letters.size());
    inputs.arrays[name] = std::vector<double>(letters.begin(), letters.end());
  }
  return inputs;
}

std::vector<ProblemResult> Solver::Implementation::solve(ProblemList const& problems) {
  std::vector<ProblemResult> results(problems.size());
  double const start = machine::wall_seconds(), compiled_before = statistics.compile_seconds;
  if (problems.size() > 0)
    for (PlannedProblems const& planned : choice->choose(problems)) solve(problems, planned, results);
  for (std::size_t n = 0; n < problems.size(); ++n) statistics.cells += table_sizes->largest(problems.lengths(n));
  statistics.seconds += machine::wall_seconds() - start - (statistics.compile_seconds - compiled_before);
  return results;
}

void Solver::Implementation::solve(ProblemList const& problems, PlannedProblems const& planned,
                                   std::vector<ProblemResult>& results) {
  if (planned.plan) return solve_by_kernel(problems, planned, results);
  constexpr double many_elements = 1e5; // take a noticeable part of a second
  double elements = 0;
  for (std::size_t const n : planned.problems) elements += table_sizes->largest(problems.lengths(n));
  if (settings.warn && elements >= many_elements) settings.warn(planned.reason);
  for (std::size_t const n : planned.problems) {
    Problem problem;
    for (std::size_t k = 0; k < problems.parameters().size(); ++k)
      problem.sequences[problems.parameters()[k]] = problems.letters(n, k);
    results[n].value.number = recursion::interpret(original, inputs_of(problem)).number;
  }
  statistics.count("interpreted: " + planned.reason, planned.problems.size());
}

ProblemKernel& Solver::Implementation::kernel(PlannedProblems const& planned) {
  Plan const& plan = *planned.plan;
  wavefront::Representation const& form = planned.representation;
  Plan compiled = plan;
  compiled.threads = 1; // threads do not change the kernel
  std::string const key = fmt::format(
      "{} {} {} {} {} {} {} {}", wavefront::to_text(compiled), form.has_element_exponents, form.offset, form.has_floor,
      form.limits_results, form.has_infinity, form.minus_infinity.value_or(-HUGE_VAL), base::join(form.checked, " "));
  std::unique_ptr<ProblemKernel>& kernel = kernels[key];
  if (kernel) return *kernel;
  kernel = std::make_unique<ProblemKernel>(
      system, shared, choice->typed().lower(compiled, form), plan.kind == PlanKind::across ? plan.lanes : 1, form,
      system.name + " " + wavefront::to_text(compiled), device, compile, *settings.memory);
  statistics.compile_seconds += kernel->compile_seconds();
  return *kernel;
}

/// Returns how many of the problems, sorted from long to short, the next launch computes: whole groups of lanes whose
/// arrays fit in the memory. The tables of the last group have at least half the size of those of the first.
std::size_t Solver::Implementation::batch_size(ProblemKernel const& kernel, ProblemList const& problems,
                                               std::span<std::size_t const> numbers) const {
  std::size_t const n_lanes = kernel.n_lanes();
  long const limit = settings.memory->max_bytes();
  double const of_first = table_sizes->largest(problems.lengths(numbers.front()));
  std::vector<long> longest(problems.parameters().size());
  double fixed_bytes = 0, bytes_per_group = 0;
  std::size_t size = 0;
  while (size < numbers.size()) {
    std::size_t const end = std::min(size + n_lanes, numbers.size());
    std::vector<long> const before = longest;
    for (std::size_t k = size; k < end; ++k)
      for (std::size_t n = 0; n < longest.size(); ++n)
        longest[n] = std::max(longest[n], problems.lengths(numbers[k])[n]);
    if (size == 0 || longest != before) {
      fixed_bytes = kernel.bytes(problems.parameters(), longest, 0);
      bytes_per_group = kernel.bytes(problems.parameters(), longest, 1) - fixed_bytes;
    }
    double const bytes = fixed_bytes + bytes_per_group * static_cast<double>(size / n_lanes + 1);
    if (size == 0 && bytes > static_cast<double>(limit))
      throw base::UserError(system.where,
                            fmt::format("A launch of `{}` needs {:.0f} bytes; the limit is {}. Raise the limit "
                                        "(Recursions::max_memory), or choose a plan with fewer lanes.",
                                        system.name, bytes, limit));
    bool const is_small = table_sizes->largest(problems.lengths(numbers[size])) < of_first / 2;
    if (size > 0 && (is_small || bytes > static_cast<double>(std::min(limit, max_batch_bytes)))) break;
    size = end;
  }
  return size;
}

void Solver::Implementation::solve_by_kernel(ProblemList const& problems, PlannedProblems const& planned,
                                             std::vector<ProblemResult>& results) {
  Plan const& plan = *planned.plan;
  ProblemKernel& compiled = kernel(planned);
  Threads const threads(plan.threads);
  std::size_t const n_items = system.result->tables.size();
  std::span<std::size_t const> remaining(planned.problems);
  std::vector<std::size_t> repeated;
  while (!remaining.empty()) {
    std::span<std::size_t const> const batch = remaining.first(batch_size(compiled, problems, remaining));
    TableResults const tables = compiled.solve(problems, batch);
    std::size_t const n_repeated = repeated.size();
    for (std::size_t k = 0; k < batch.size(); ++k)
      if (tables.overflows[k])
        repeated.push_back(batch[k]);
      else
        results[batch[k]].value.number =
            result->value(std::span(tables.values).subspan(k * n_items, n_items), problems.lengths(batch[k]));
    statistics.count(wavefront::to_text(plan), batch.size());
    remaining = remaining.subspan(batch.size());
    auto const n_overflows = static_cast<double>(repeated.size() - n_repeated);
    statistics.n_repeated += static_cast<long>(n_overflows);
    if (n_overflows > frequent_overflow * static_cast<double>(batch.size())) break;
  }
  repeated.insert(repeated.end(), remaining.begin(), remaining.end());
  if (repeated.empty()) return;
  auto const wider_plans = choice->choose_wider(problems, std::move(repeated), planned);
  for (PlannedProblems const& wider : wider_plans) solve(problems, wider, results);
}

Solver::Solver(recursion::System system, recursion::Inputs shared, device::Device& device, Compile compile,
               Settings settings)
    : implementation_(
          new Implementation(std::move(system), std::move(shared), device, std::move(compile), std::move(settings))) {}

Solver::~Solver() = default;

std::vector<ProblemResult> Solver::solve(std::span<Problem const> problems) {
  ProblemList const list(implementation_->system, implementation_->varying, problems);
  implementation_->checks->check(problems);
  return implementation_->solve(list);
}

/// Compiles a kernel for large tables, which takes about as long as the interpretation of 10^6 elements.
std::vector<PathStep> Solver::Implementation::trace(Problem const& problem) {
  constexpr double n_elements_to_compile = 3e5;
  recursion::Inputs const inputs = inputs_of(problem);
  ProblemList const list(system_of_paths, varying, {&problem, 1});
  bool const is_large = table_sizes->largest(list.lengths(0)) >= n_elements_to_compile;
  for (ir::Type const type : {ir::Type::int32, ir::Type::real64}) {
    if (!is_large || (type == ir::Type::real64 && !path_systems->has_integers())) break;
    if (path_systems->has_integers() && !path_systems->representation(type, inputs.sizes).representation) continue;
    std::unique_ptr<CompiledPath>& compiled = compiled_paths[type];
    recursion::System const& of_type = path_systems->variant(type).system;
    wavefront::LoweringOptions const options = path_systems->lowering_options({});
    if (!compiled && !wavefront::why_not_ordered(of_type, CompiledPath::plan(), options))
      compiled =
          std::make_unique<CompiledPath>(system_of_paths, of_type, shared, options, device, compile, *settings.memory);
    if (!compiled) continue;
    if (auto const path = compiled->path(list, inputs)) return *path;
  }
  return interpreted_path(original, inputs, *settings.memory);
}

std::vector<PathStep> Solver::trace(Problem const& problem) { return implementation_->trace(problem); }

Statistics const& Solver::statistics() const { return implementation_->statistics; }

} // namespace chemora::recursions
