#include "kernels/recursions/plan_choice.hpp"

#include "codegen/wavefront/lower_within.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace chemora::recursions {

namespace {

using wavefront::Plan;
using wavefront::PlanKind;
using wavefront::Schedule;

constexpr int columns_across = 4;  ///< columns that are computed together
constexpr int device_threads = 64; ///< lanes on devices
/// Largest windows of a thread in private memory: 64 registers of 32 bits.
constexpr long private_bytes = 256;
/// Vectors that a plan within problems computes in one loop. Several vectors share the time of the loop's bounds.
constexpr int vectors_within = 8;

/// Returns the smallest power of two that is not less than the size, so that few sizes are distinguished.
long rounded_up(long size) {
  return size <= 1 ? 1 : static_cast<long>(std::bit_ceil(static_cast<unsigned long>(size)));
}

std::vector<long> rounded_up(Lengths lengths) {
  std::vector<long> result;
  for (long const length : lengths) result.push_back(rounded_up(length));
  return result;
}

/// Returns the largest number of rows of a window.
long rows_of(wavefront::WindowUse const& use, std::map<std::string, long> const& sizes) {
  long rows = 1;
  for (ir::LinearExpression const& each : use.rows) rows = std::max(rows, each.value(sizes));
  return rows;
}

bool has_function(recursion::System const& system, recursion::ValueType type) {
  return std::ranges::any_of(system.functions,
                             [&](recursion::Function const& function) { return function.type == type; });
}

} // namespace

PlanChoice::PlanChoice(recursion::System const& system, PlanFacts facts, std::optional<Plan> pinned)
    : system_(system), facts_(std::move(facts)), pinned_(std::move(pinned)), typed_(system_, facts_),
      has_integers_(has_function(system, recursion::ValueType::integer)),
      has_probabilities_(has_function(system, recursion::ValueType::probability)),
      table_sizes_(system, {facts_.varying.begin(), facts_.varying.end()}, facts_.shared.sizes) {
  types_ = {ir::Type::int8, ir::Type::int16, ir::Type::int32, ir::Type::real64};
  if (facts_.is_device && !pinned_) types_ = {ir::Type::int32, ir::Type::real64}; // devices compute int32 fastest
  if (pinned_) types_.erase(types_.begin(), std::ranges::find(types_, pinned_->integers));
  if (!has_integers_) types_ = {ir::Type::int32};
  typed_.variant(ir::Type::int32); // reports recursions without an order
  conditional_ = wavefront::conditional_schedules(system_, facts_.search);
}

PlanChoice::Sizes PlanChoice::sizes_of(ProblemList const& problems, Lengths lengths) const {
  Sizes sizes = facts_.shared.sizes;
  for (std::size_t n = 0; n < lengths.size(); ++n) sizes["length_" + problems.parameters()[n]] = lengths[n];
  return sizes;
}

/// Returns the narrowest type from `types_[first_type]` on for the lengths of the problem, rounded up.
PlanChoice::Form const& PlanChoice::form(ProblemList const& problems, std::size_t number, std::size_t first_type) {
  std::vector<long> const lengths = rounded_up(problems.lengths(number));
  auto const [found, is_new] = forms_.try_emplace({lengths, first_type});
  if (is_new) found->second = find_form(sizes_of(problems, lengths), first_type);
  return found->second;
}

PlanChoice::Form PlanChoice::find_form(Sizes const& sizes, std::size_t first_type) const {
  if (!has_integers_) return {.type = types_.back()};
  Form result;
  for (std::size_t n = first_type; n < types_.size(); ++n) {
    auto const found = typed_.representation(types_[n], sizes);
    if (!found.representation) result.reason = found.reason;
    if (!found.representation && pinned_ && n == 0) return result;
    bool const can_be_wider = n + 1 < types_.size() && !pinned_;
    if (!found.representation) continue;
    if (found.representation->limits_results && can_be_wider && !typed_.is_promising(types_[n], sizes)) continue;
    return {.type = types_[n], .representation = *found.representation};
  }
  return result;
}

std::vector<PlannedProblems> PlanChoice::choose(ProblemList const& problems) {
  std::vector<std::size_t> numbers(problems.size());
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = n;
  return divide(problems, std::move(numbers), 0);
}

std::vector<PlannedProblems> PlanChoice::choose_wider(ProblemList const& problems, std::vector<std::size_t> repeated,
                                                      PlannedProblems const& planned) {
  ir::Type const type = planned.plan->integers;
  auto const first_type = static_cast<std::size_t>(std::ranges::find(types_, type) - types_.begin()) + 1;
  bool const can_have_exponents =
      has_probabilities_ && !planned.representation.has_element_exponents && !typed_.variant(type).why_not_across;
  bool const has_wider_type = has_integers_ && first_type < types_.size();
  if (has_wider_type && (ir::is_narrow(type) || !can_have_exponents))
    return divide(problems, std::move(repeated), first_type);
  std::vector<PlannedProblems> result(1);
  if (can_have_exponents) {
    result[0].plan = chosen_across_plan(type);
    result[0].representation = planned.representation;
    result[0].representation.has_element_exponents = true;
  } else {
    result[0].reason =
        has_integers_ ? "integers exceed the range of their type" : "probabilities have no common exponent";
  }
  result[0].problems = std::move(repeated);
  return result;
}

/// Divides the problems by type, and those of a type by length.
std::vector<PlannedProblems> PlanChoice::divide(ProblemList const& problems, std::vector<std::size_t> numbers,
                                                std::size_t first_type) {
  std::ranges::sort(numbers, [&](std::size_t a, std::size_t b) {
    Lengths const of_a = problems.lengths(a), of_b = problems.lengths(b);
    for (std::size_t n = 0; n < of_a.size(); ++n)
      if (of_a[n] != of_b[n]) return of_a[n] > of_b[n];
    return a < b;
  });
  std::vector<std::pair<Form, std::vector<std::size_t>>> parts;
  std::size_t current = 0;
  Lengths before;
  for (std::size_t const n : numbers) {
    Lengths const lengths = problems.lengths(n);
    auto const have_equal_form = [](long a, long b) { return rounded_up(a) == rounded_up(b); };
    if (parts.empty() || !std::ranges::equal(lengths, before, have_equal_form)) {
      Form const& own_form = form(problems, n, first_type);
      auto const part = std::ranges::find(parts, own_form, &std::pair<Form, std::vector<std::size_t>>::first);
      current = static_cast<std::size_t>(part - parts.begin());
      if (part == parts.end()) parts.emplace_back(own_form, std::vector<std::size_t>{});
    }
    before = lengths;
    parts[current].second.push_back(n);
  }
  std::vector<PlannedProblems> result;
  for (auto const& [form, of_form] : parts) divide_by_length({problems, of_form, form}, result);
  return result;
}

int PlanChoice::lanes_of(ir::Type type) const {
  if (facts_.is_device) return device_threads;
  int const bytes = has_integers_ ? ir::element_bytes(type) : ir::element_bytes(ir::Type::real64);
  return std::max(facts_.vector_bytes / bytes, 1);
}

long PlanChoice::window_limit(Plan const& plan) const {
  return plan.window == ir::Scope::tile ? static_cast<long>(facts_.tile_bytes) : private_bytes;
}

/// Returns the pinned plan for its own or a wider type. Windows of wider integers that do not fit are in grid memory.
Plan PlanChoice::pinned_plan(ir::Type type) const {
  Plan plan = *pinned_;
  plan.integers = type;
  if (plan.window != ir::Scope::grid && type != pinned_->integers &&
      typed_.lower(plan, {}).window.bytes > window_limit(plan)) {
    plan.window = ir::Scope::grid;
    plan.window_rows = 0;
  }
  return plan;
}

/// Returns the plan with windows in tile or private memory if they fit there for these sizes. The rows of windows are
/// those for sizes that are rounded up, so that few kernels are compiled.
Plan PlanChoice::with_window(Plan const& plan, Sizes const& sizes) const {
  if (!facts_.is_device) return plan;
  bool const is_within = plan.kind == PlanKind::within;
  Plan result = plan;
  result.window = is_within ? ir::Scope::tile : ir::Scope::registers;
  result.window_rows = std::max(plan.strip_rows, 1);
  if (is_within && !fits_within(result)) return plan;
  Sizes rounded = sizes;
  for (auto& each : rounded) each.second = rounded_up(each.second);
  wavefront::WindowUse use = typed_.lower(result, {}).window;
  if (plan.strip_rows == 0) {
    result.window_rows = static_cast<int>(std::min<long>(rows_of(use, rounded), wavefront::max_window_rows));
    use = typed_.lower(result, {}).window;
  }
  bool const fits = use.bytes > 0 && use.bytes <= window_limit(result) && rows_of(use, rounded) <= result.window_rows;
  return fits ? result : plan;
}

Plan PlanChoice::across_plan(ir::Type type) const { return pinned_ ? pinned_plan(type) : chosen_across_plan(type); }

Plan PlanChoice::chosen_across_plan(ir::Type type) const {
  return {.kind = PlanKind::across,
          .integers = type,
          .lanes = lanes_of(type),
          .columns = typed_.variant(type).why_not_columns ? 1 : columns_across,
          .threads = facts_.threads};
}

/// Returns upper bounds of the sizes of these problems.
PlanChoice::Sizes PlanChoice::largest_sizes(ProblemList const& problems, std::span<std::size_t const> numbers) const {
  std::vector<long> longest(problems.parameters().size());
  for (std::size_t const n : numbers)
    for (std::size_t k = 0; k < longest.size(); ++k) longest[k] = std::max(longest[k], problems.lengths(n)[k]);
  return sizes_of(problems, longest);
}

/// Returns the reason why the windows of the pinned plan cannot be in the memory that it names, or an empty text.
std::string PlanChoice::reason_of_window(Part const& part) const {
  bool const is_repeated = has_integers_ && part.form.type != pinned_->integers; // pinned_plan() chooses the memory
  if (pinned_->window == ir::Scope::grid || is_repeated) return {};
  if (!facts_.is_device) return "windows are in tile or private memory only on devices that run blocks of threads";
  wavefront::WindowUse const use = typed_.lower(*pinned_, part.form.representation).window;
  if (use.bytes == 0) return "no table has a window with one axis";
  if (use.bytes > window_limit(*pinned_))
    return fmt::format("its windows need {} bytes of {} memory; the limit is {} bytes", use.bytes,
                       pinned_->window == ir::Scope::tile ? "tile" : "private", window_limit(*pinned_));
  long const rows = rows_of(use, largest_sizes(part.problems, part.numbers));
  if (rows > pinned_->window_rows)
    return fmt::format("its windows have {} rows, but the tables have {}", pinned_->window_rows, rows);
  return {};
}

/// Throws base::UserError if the pinned plan cannot compute the problems.
void PlanChoice::check_pinned(Part const& part) const {
  Sizes const sizes = sizes_of(part.problems, part.problems.lengths(part.numbers.front()));
  std::string reason;
  TypedSystems::Variant const& of_type = typed_.variant(pinned_->integers);
  bool const is_within = pinned_->kind == PlanKind::within;
  if (pinned_->keeps_tables)
    reason = "plans with `tables` are only for alignments";
  else if (!std::has_single_bit(static_cast<unsigned>(pinned_->lanes)))
    reason = fmt::format("the number of lanes is {}, which is not a power of two", pinned_->lanes);
  else if (!is_within)
    reason = of_type.why_not_across.value_or("");
  for (recursion::Function const& function : system_.functions) {
    if (!is_within || !reason.empty()) break;
    auto const time = pinned_->schedule.times.find(function.name);
    if (time == pinned_->schedule.times.end())
      reason = fmt::format("`{}` has no schedule", function.name);
    else if (time->second.coefficients.size() != function.dimensions.size())
      reason = fmt::format("`{}` has {} dimensions, but the number of coefficients of its schedule is {}",
                           function.name, function.dimensions.size(), time->second.coefficients.size());
  }
  if (is_within && reason.empty()) reason = wavefront::violation(system_, pinned_->schedule, sizes).value_or("");
  if (is_within && reason.empty())
    reason =
        wavefront::why_not_within(of_type.system, TypedSystems::lowered_plan(*pinned_), typed_.lowering_options({}))
            .value_or("");
  if (reason.empty()) reason = reason_of_window(part);
  if (reason.ends_with('.')) reason.pop_back();
  if (!reason.empty())
    throw base::UserError(system_.where,
                          fmt::format("The plan `{}` does not fit `{}`: {}. Choose another plan, or omit it.",
                                      wavefront::to_text(*pinned_), system_.name, reason));
}

/// Returns whether wavefronts may have several elements, or are the only plan. The search for schedules takes time.
bool PlanChoice::has_wavefronts() const {
  return typed_.variant(ir::Type::int32).why_not_across ||
         std::ranges::any_of(system_.functions,
                             [](recursion::Function const& function) { return function.dimensions.size() > 1; });
}

/// Returns the plan within for the lengths of the problem, rounded up.
PlanChoice::WithinPlan const& PlanChoice::within_plan(ProblemList const& problems, std::size_t number,
                                                      Form const& form) {
  std::vector<long> const lengths = rounded_up(problems.lengths(number));
  ir::Type const type = *form.type;
  bool const can_overflow = !form.representation.checked.empty();
  auto const [found, is_new] = within_.try_emplace({lengths, type, can_overflow});
  WithinPlan& within = found->second;
  if (!is_new) return within;
  if (pinned_) {
    within.plan = pinned_plan(type);
  } else if (has_wavefronts()) {
    Sizes const sizes = sizes_of(problems, lengths);
    auto const schedule = conditional_.empty() ? wavefront::find_schedule(system_, sizes, facts_.search)
                                               : wavefront::choose(conditional_, system_, sizes);
    if (!schedule) return within;
    within.plan = Plan{.kind = PlanKind::within,
                       .integers = type,
                       .lanes = lanes_of(type) * (facts_.is_device ? 1 : vectors_within),
                       .threads = facts_.threads,
                       .schedule = *schedule};
    within.plan->schedule.n_partitions = 0; // depends on the sizes
    if (!fits_within(*within.plan)) within.plan.reset();
  }
  if (!within.plan) return within;
  within.cost.emplace(system_, *within.plan, lanes_of(type), facts_, problems.parameters());
  if (pinned_) return within;
  Plan divided = *within.plan;
  divided.strip_rows = divided.lanes;
  if (fits_within(divided)) within.plan->strip_rows = within.cost->best_strip_rows(lengths, can_overflow);
  within.plan = with_window(*within.plan, sizes_of(problems, lengths));
  return within;
}

bool PlanChoice::fits_within(Plan const& plan) const {
  return !wavefront::why_not_within(typed_.variant(plan.integers).system, TypedSystems::lowered_plan(plan),
                                    typed_.lowering_options({}));
}

/// Adds problems that are computed one by one, by plan.
void PlanChoice::add_within(Part const& part, std::vector<PlannedProblems>& result) {
  std::size_t const n_before = result.size();
  for (std::size_t const n : part.numbers) {
    auto const& plan = within_plan(part.problems, n, part.form).plan;
    auto const same = std::find_if(result.begin() + static_cast<long>(n_before), result.end(),
                                   [&](PlannedProblems const& each) { return each.plan == plan; });
    if (same != result.end()) {
      same->problems.push_back(n);
      continue;
    }
    PlannedProblems& added = result.emplace_back();
    added.plan = plan;
    added.representation = part.form.representation;
    added.problems = {n};
    if (!plan)
      added.reason = fmt::format("{}, and no schedule divides the elements of a problem among lanes. {}",
                                 typed_.variant(*part.form.type).why_not_across.value_or(""),
                                 wavefront::no_schedule_reason(system_, facts_.search));
  }
}

/// Returns how many groups of problems are computed within. Their total time, and that of the other groups across, is
/// minimal.
std::size_t PlanChoice::groups_within(Part const& part, std::size_t n_lanes) {
  std::size_t const n_groups = (part.numbers.size() + n_lanes - 1) / n_lanes;
  auto const time = [&](double total, double largest) { return std::max(total / facts_.n_workers, largest); };
  std::vector<double> times_across(n_groups + 1, 0); // of all groups from n on
  double total = 0, largest = 0;
  for (std::size_t n = n_groups; n-- > 0;) {
    double const own = table_sizes_.largest(part.problems.lengths(part.numbers[n * n_lanes]));
    total += own;
    largest = std::max(largest, own);
    times_across[n] = time(total, largest);
  }
  std::size_t best = 0;
  double best_time = times_across[0];
  total = largest = 0;
  for (std::size_t n = 0; n < n_groups && time(total, largest) < best_time; ++n) {
    for (std::size_t k = n * n_lanes; k < std::min((n + 1) * n_lanes, part.numbers.size()); ++k) {
      Lengths const lengths = part.problems.lengths(part.numbers[k]);
      WithinPlan const& within = within_plan(part.problems, part.numbers[k], part.form);
      if (!within.plan) return best;
      WithinTime const own = within.cost->time(within.plan->strip_rows, lengths);
      total += own.of_one;
      largest = std::max(largest, own.of_all);
    }
    if (time(total, largest) + times_across[n + 1] >= best_time) continue;
    best = n + 1;
    best_time = time(total, largest) + times_across[n + 1];
  }
  return best;
}

/// Adds the plans of problems of one type.
void PlanChoice::divide_by_length(Part const& part, std::vector<PlannedProblems>& result) {
  if (!part.form.type && pinned_)
    throw base::UserError(system_.where,
                          fmt::format("The plan `{}` cannot compute `{}` with {}: {}. {} the plan.",
                                      wavefront::to_text(*pinned_), system_.name, ir::to_text(pinned_->integers),
                                      part.form.reason,
                                      pinned_->integers == types_.back() ? "Omit" : "Choose a wider type, or omit"));
  if (pinned_) check_pinned(part);
  if (!part.form.type) {
    PlannedProblems& added = result.emplace_back();
    added.reason = part.form.reason;
    added.problems = {part.numbers.begin(), part.numbers.end()};
    return;
  }
  bool const can_across = pinned_ ? pinned_->kind == PlanKind::across : !typed_.variant(*part.form.type).why_not_across;
  Plan const across = across_plan(*part.form.type);
  auto const n_lanes = static_cast<std::size_t>(across.lanes);
  std::size_t n_within = part.numbers.size();
  if (can_across) n_within = pinned_ ? 0 : std::min(groups_within(part, n_lanes) * n_lanes, n_within);
  add_within({part.problems, part.numbers.first(n_within), part.form}, result);
  if (n_within == part.numbers.size()) return;
  PlannedProblems& added = result.emplace_back();
  added.representation = part.form.representation;
  added.problems = {part.numbers.begin() + static_cast<long>(n_within), part.numbers.end()};
  added.plan = pinned_ ? across : with_window(across, largest_sizes(part.problems, added.problems));
}

} // namespace chemora::recursions
