// The queue, and when it is worked off.
#include "waiting.hpp"

#include "Numerics/ThornTools/src/acting_for.hpp"
#include "cctk_Parameters.h"
#include "compile_only.hpp"
#include "framework/base/box.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"
#include "linear_combination.hpp"
#include "running_function.hpp"
#include "swap_arrays.hpp"
#include "timed.hpp"
#include "util_Table.h"
#include "wanted_kernels.hpp"

#include <algorithm>

namespace ca_kernel {

namespace base = chemora::base;
namespace launch = chemora::launch;

namespace {

/// Whether two sums may be done in any order.
bool are_independent(Sum const& a, Sum const& b) {
  auto const touches = [](Sum const& sum, GridArray const& array) {
    return sum.target == array ||
           std::any_of(sum.terms.begin(), sum.terms.end(), [&](Sum::Term const& term) { return term.source == array; });
  };
  return !touches(a, b.target) && !touches(b, a.target);
}

void append(std::string& key, GridArray const& array) {
  key += ' ' + std::to_string(array.variable) + '_' + std::to_string(array.time_level);
}

void append(std::string& key, std::vector<Sum> const& sums) {
  for (Sum const& sum : sums) {
    key += sum.scale != 0 ? " +" : " =";
    append(key, sum.target);
    for (auto const& term : sum.terms) append(key, term.source);
  }
  key += ';';
}

/// Equal for calculations that differ in nothing but factors. (Of copies and zeros the factors are known.)
std::string key_of(Waited const& asked) {
  std::string key;
  for (auto const& each : asked.launches) key += each.key() + '\n';
  append(key, asked.before);
  append(key, asked.updates);
  for (auto const& array : asked.unneeded) append(key, array);
  return key;
}

bool differ_in_factors_only(Sum const& a, Sum const& b) {
  return a.target == b.target && (a.scale != 0) == (b.scale != 0) &&
         std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                    [](Sum::Term const& one, Sum::Term const& other) { return one.source == other.source; });
}

/// The same as equal keys; texts for each substep would take longer than small kernels.
bool have_one_key(Waited const& a, Waited const& b) {
  auto const have = [](Runtime::Launch const& one, Runtime::Launch const& other) {
    return one.kernel == other.kernel && one.variant == other.variant &&
           base::same_bits(one.parameters, other.parameters) && one.grid.allocated == other.grid.allocated &&
           base::same_bits(one.grid.scalars.spacing, other.grid.scalars.spacing) &&
           one.grid.scalars.global_size == other.grid.scalars.global_size;
  };
  auto const sums = [](std::vector<Sum> const& one, std::vector<Sum> const& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), differ_in_factors_only);
  };
  return std::equal(a.launches.begin(), a.launches.end(), b.launches.begin(), b.launches.end(), have) &&
         sums(a.before, b.before) && sums(a.updates, b.updates) && a.unneeded == b.unneeded;
}

/// Where the launches store this array before anybody reads it; the whole array has to be set to zero otherwise.
std::vector<base::Box> overwritten(GridArray const& array, std::vector<Runtime::Launch> const& launches) {
  for (auto const& asked : launches) {
    auto const is_this = [&](std::string const& name) { return asked.array(name) == array; };
    auto const& graph = asked.graph();
    if (std::any_of(graph.inputs.begin(), graph.inputs.end(), is_this)) return {};
    std::vector<base::Box> boxes;
    for (auto const& store : graph.stores)
      if (is_this(store.variable))
        for (auto const& box : launch::boxes_of(store.region, asked.grid)) boxes.push_back(box);
    if (!boxes.empty()) return boxes;
  }
  return {};
}

/// Collective. What any process has against something; empty if none has anything.
std::string first_reason(cGH const* cctkGH, std::string const& reason) {
  for (auto const& each : MpiExchange(cctkGH).all_gather(reason))
    if (!each.empty()) return each;
  return {};
}

/// Whose kernels and sums these are: "Wave::Wave_RHS, MoL::MoL_RK4Add".
std::string functions_of(Waited const& asked) {
  std::vector<std::string> names;
  auto const add = [&](std::string const& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (auto const& each : asked.launches) add(each.function);
  for (auto const& sum : asked.updates) add(sum.function);
  std::string text;
  for (auto const& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void launch_now(cGH const* cctkGH, Runtime::Launch const& asked) {
  if (CCTK_CompilesOnly())
    Runtime::instance().compile(cctkGH, asked);
  else
    Runtime::instance().launch(cctkGH, asked);
}

} // namespace

Waiting& Waiting::instance() {
  static Waiting waiting;
  return waiting;
}

// Not on refined grids: one function is called for many components there.
bool Waiting::may_wait() {
  DECLARE_CCTK_PARAMETERS
  static bool const has_levels = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return join_updates && !has_levels && can_swap() && (driver_tells_ || CCTK_CompilesOnly());
}

void Waiting::expect_update(cGH const* cctkGH) {
  Runtime::instance().set_up(cctkGH);
  is_expecting_ = may_wait();
}

void Waiting::launch(cGH const* cctkGH, std::string const& thorn, std::string const& kernel) {
  auto asked = Runtime::instance().describe(cctkGH, thorn, kernel);
  if (is_expecting_) {
    waiting_.launches.push_back(std::move(asked));
    return;
  }
  finish(cctkGH);
  launch_now(cctkGH, asked);
}

void Waiting::add_before(cGH const* cctkGH, std::vector<Sum> const& sums) {
  for (Sum const& sum : sums) {
    bool const fits = std::all_of(waiting_.before.begin(), waiting_.before.end(),
                                  [&](Sum const& other) { return are_independent(sum, other); });
    if (!fits || !waiting_.launches.empty()) finish(cctkGH);
    waiting_.before.push_back(sum);
  }
}

std::vector<bool> Waiting::update(cGH const* cctkGH, std::vector<Sum> sums, std::vector<GridArray> unneeded,
                                  bool they_may_wait) {
  std::vector<bool> done(sums.size(), false);
  bool const all_are_simple =
      std::all_of(sums.begin(), sums.end(), [](Sum const& sum) { return sum.is_copy() || sum.is_zero(); });
  if (they_may_wait && all_are_simple && may_wait()) {
    add_before(cctkGH, sums);
    done.assign(sums.size(), true);
    return done;
  }
  is_expecting_ = false;
  if (waiting_.launches.empty()) {
    finish(cctkGH);
    return done;
  }
  Waited asked = std::move(waiting_);
  waiting_ = {};
  asked.updates = std::move(sums);
  asked.unneeded = std::move(unneeded);
  is_running_ = true;
  if (JoinedLaunch* const one = joined(cctkGH, asked)) {
    run(cctkGH, {asked.before, {}, {}, {}}, one->does_before());
    thorntools::ActingFor const all(cctkGH, functions_of(asked));
    one->run(cctkGH, asked);
    done = one->does_update();
  } else {
    run(cctkGH, asked, {});
  }
  is_running_ = false;
  return done;
}

JoinedLaunch* Waiting::joined(cGH const* cctkGH, Waited const& asked) {
  for (Known const& known : known_)
    if (have_one_key(known.asked, asked)) return known.one;
  JoinedLaunch* const one = make_joined(cctkGH, asked);
  known_.push_back({asked, one});
  return one;
}

JoinedLaunch* Waiting::make_joined(cGH const* cctkGH, Waited const& asked) {
  std::string const key = key_of(asked);
  if (auto const found = made_.find(key); found != made_.end()) return found->second.get();
  auto& made = made_[key];
  std::string reason;
  try {
    made = timed(Runtime::instance().seconds_of_joining(), [&] { return std::make_unique<JoinedLaunch>(asked, key); });
  } catch (base::UserError const& error) {
    reason = error.diagnostics().front().message;
  }
  reason = first_reason(cctkGH, reason);
  if (reason.empty()) reason = made->prepare(cctkGH, asked, key);
  if (reason.empty()) {
    if (std::string const text = made->describe(); !text.empty()) joined_.push_back(text);
    std::string const apart = made->describe_apart();
    if (!apart.empty() && std::find(followed_.begin(), followed_.end(), apart) == followed_.end())
      followed_.push_back(apart);
  } else {
    made.reset();
    note(asked.launches, reason);
  }
  return made.get();
}

void Waiting::note(std::vector<Runtime::Launch> const& launches, std::string const& reason) {
  std::string text;
  for (auto const& each : launches) text += (text.empty() ? "" : ", ") + each.kernel->full_name();
  text += ": " + reason;
  if (std::find(reasons_.begin(), reasons_.end(), text) == reasons_.end()) reasons_.push_back(text);
}

// What a kernel computes before anybody reads it need not be set to zero there.
void Waiting::run(cGH const* cctkGH, Waited const& asked, std::vector<bool> const& but_not_before) {
  int const level = refinement_level(cctkGH);
  for (std::size_t n = 0; n < asked.before.size(); ++n) {
    Sum const& sum = asked.before[n];
    if (n < but_not_before.size() && but_not_before[n]) continue;
    thorntools::ActingFor const asker(cctkGH, sum.function);
    auto const boxes = sum.is_zero() ? overwritten(sum.target, asked.launches) : std::vector<base::Box>();
    if (boxes.empty())
      run_sum(cctkGH, level, sum);
    else
      run_zero(cctkGH, level, sum.target, base::subtract_all({{0, 0, 0}, asked.launches.front().grid.extent}, boxes));
  }
  for (auto const& each : asked.launches) {
    thorntools::ActingFor const asker(cctkGH, each.function);
    launch_now(cctkGH, each);
  }
}

void Waiting::finish(cGH const* cctkGH) {
  if (is_running_) return;
  if (waiting_.before.empty() && waiting_.launches.empty()) return;
  Waited const asked = std::move(waiting_);
  waiting_ = {};
  std::string const function = running_function(cctkGH);
  if (!asked.launches.empty())
    note(asked.launches,
         (function.empty() ? "Something" : function) + " is called in between, which may look at variables.");
  is_running_ = true;
  run(cctkGH, asked, {});
  is_running_ = false;
}

// A function that launches kernels, and tells Accelerator all else it does, or that declares to touch no grid function.
bool Waiting::is_harmless(cFunctionData const& function) {
  CCTK_INT tells = 0;
  if (function.tags >= 0 && Util_TableGetInt(function.tags, &tells, "TellsAccelerator") >= 0 && tells != 0)
    return !kernels_of(Runtime::instance().registry(), function).empty();
  if (function.n_ReadsClauses == 0 && function.n_WritesClauses == 0) return false;
  return std::none_of(function.RDWR, function.RDWR + function.n_RDWR,
                      [](RDWR_entry const& entry) { return CCTK_GroupTypeFromVarI(entry.varindex) == CCTK_GF; });
}

void Waiting::before(cGH const* cctkGH, cFunctionData const& function) {
  driver_tells_ = true;
  if (waiting_.before.empty() && waiting_.launches.empty() && !is_expecting_) return;
  auto found = harmless_.find(&function);
  if (found == harmless_.end()) found = harmless_.emplace(&function, is_harmless(function)).first;
  if (!found->second) finish(cctkGH);
}

} // namespace ca_kernel
