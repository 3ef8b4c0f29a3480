#include "kernels/runtime/deferred_launches.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <utility>

namespace chemora::runtime {

namespace {

/// Returns whether two updates give the same result in either order.
bool are_independent(ArrayUpdate const& a, ArrayUpdate const& b) {
  auto const accesses = [](ArrayUpdate const& update, GridArray const& array) {
    return update.target == array || std::any_of(update.terms.begin(), update.terms.end(),
                                                 [&](auto const& term) { return term.source == array; });
  };
  return !accesses(a, b.target) && !accesses(b, a.target);
}

bool differ_in_factors_only(ArrayUpdate const& a, ArrayUpdate const& b) {
  return a.target == b.target && (a.scale != 0) == (b.scale != 0) &&
         std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                    [](auto const& term_a, auto const& term_b) { return term_a.source == term_b.source; });
}

/// Returns whether two requests are equal except for the factors of updates. The factor of an initial update is 1 for a
/// copy and 0 for an assignment of zero.
bool differ_in_factors_only(SubstepRequest const& a, SubstepRequest const& b) {
  auto const same_kernels = [](LaunchRequest const& x, LaunchRequest const& y) { return x.has_same_kernel(y); };
  auto const same_updates = [](std::vector<ArrayUpdate> const& x, std::vector<ArrayUpdate> const& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](auto const& u, auto const& v) { return differ_in_factors_only(u, v); });
  };
  return std::equal(a.launches.begin(), a.launches.end(), b.launches.begin(), b.launches.end(), same_kernels) &&
         same_updates(a.initial, b.initial) && same_updates(a.updates, b.updates) && a.unneeded == b.unneeded;
}

/// Returns the boxes in which the launches store this array before any launch reads it. An empty list means that the
/// caller must initialise the whole array before the launches.
std::vector<base::Box> overwritten_boxes(GridFunctions const& functions, GridArray const& array,
                                         std::vector<LaunchRequest> const& launches) {
  for (auto const& launch : launches) {
    auto const is_this = [&](std::string const& name) { return launch.array(functions, name) == array; };
    auto const& graph = launch.graph();
    if (std::any_of(graph.inputs.begin(), graph.inputs.end(), is_this)) return {};
    std::vector<base::Box> boxes;
    for (auto const& store : graph.stores)
      if (is_this(store.variable))
        for (auto const& box : launch::boxes_of(store.region, launch.grid)) boxes.push_back(box);
    if (!boxes.empty()) return boxes;
  }
  return {};
}

/// Returns the first nonempty reason of all processes, or an empty text if no process has a reason. The call is
/// collective.
std::string first_reason(jit::ProcessGroup& exchange, std::string const& reason) {
  for (auto const& of_process : exchange.all_gather(reason))
    if (!of_process.empty()) return of_process;
  return {};
}

/// Returns the scheduled functions that requested the launches and updates, such as "Wave::Wave_RHS, MoL::MoL_RK4Add".
std::string functions_of(SubstepRequest const& request) {
  std::vector<std::string> names;
  auto const add = [&](std::string const& name) {
    if (!name.empty() && !base::contains(names, name)) names.push_back(name);
  };
  for (auto const& launch : request.launches) add(launch.function);
  for (auto const& update : request.updates) add(update.function);
  return base::join(names);
}

void add_once(std::vector<std::string>& texts, std::string const& text) {
  if (!text.empty() && !base::contains(texts, text)) texts.push_back(text);
}

bool uses_scalar(ir::Graph const& graph) {
  return std::any_of(graph.parameters.begin(), graph.parameters.end(),
                     [](auto const& parameter) { return parameter.name.starts_with(ir::scalar_prefix); });
}

} // namespace

void DeferredLaunches::launch(GridFunctions const& functions, LaunchRequest request) {
  if (is_expecting_ && !uses_scalar(request.graph())) {
    pending_.launches.push_back(std::move(request));
    return;
  }
  finish(functions, request.function);
  launcher_.launch(functions, request);
}

void DeferredLaunches::defer_initial(GridFunctions const& functions, std::vector<ArrayUpdate> const& updates) {
  for (ArrayUpdate const& update : updates) {
    bool const is_independent = std::all_of(pending_.initial.begin(), pending_.initial.end(),
                                            [&](ArrayUpdate const& other) { return are_independent(update, other); });
    if (!is_independent || !pending_.launches.empty()) finish(functions, update.function);
    pending_.initial.push_back(update);
  }
}

std::vector<bool> DeferredLaunches::update(GridFunctions const& functions, std::vector<ArrayUpdate> updates,
                                           std::vector<GridArray> unneeded, bool may_defer) {
  bool const all_are_initial = std::all_of(
      updates.begin(), updates.end(), [](ArrayUpdate const& update) { return update.is_copy() || update.is_zero(); });
  if (may_defer && all_are_initial) {
    defer_initial(functions, updates);
    return std::vector<bool>(updates.size(), true);
  }
  is_expecting_ = false;
  if (pending_.launches.empty()) {
    finish(functions, updates.empty() ? std::string() : updates.front().function);
    return std::vector<bool>(updates.size(), false);
  }
  SubstepRequest request = std::exchange(pending_, {});
  request.updates = std::move(updates);
  request.unneeded = std::move(unneeded);
  is_running_ = true;
  auto const is_done = run(functions, request);
  is_running_ = false;
  return is_done;
}

std::vector<bool> DeferredLaunches::run(GridFunctions const& functions, SubstepRequest const& request) {
  FusedLaunch* const launch = find_or_fuse(functions, request);
  if (!launch) {
    run_in_order(functions, request);
    return std::vector<bool>(request.updates.size(), false);
  }
  run_initial(functions, {request.initial, {}, {}, {}}, launch->has_initial());
  functions.act_for(functions_of(request), [&] { launch->run(functions, request); });
  return launch->has_update();
}

FusedLaunch* DeferredLaunches::find_or_fuse(GridFunctions const& functions, SubstepRequest const& request) {
  for (KnownRequest const& known : known_)
    if (differ_in_factors_only(known.request, request)) return known.launch.get();
  auto launch = fuse(functions, request);
  return known_.emplace_back(KnownRequest{request, std::move(launch)}).launch.get();
}

std::unique_ptr<FusedLaunch> DeferredLaunches::fuse(GridFunctions const& functions, SubstepRequest const& request) {
  std::unique_ptr<FusedLaunch> launch;
  std::string reason;
  try {
    launch = timed(launcher_.cache().seconds().fuse,
                   [&] { return std::make_unique<FusedLaunch>(launcher_, tables_, functions, request); });
  } catch (base::UserError const& error) {
    reason = error.diagnostics().front().message;
  }
  reason = first_reason(launcher_.cache().exchange(), reason);
  if (reason.empty()) reason = launch->compile(request);
  if (!reason.empty()) {
    add_reason(request, reason);
    return nullptr;
  }
  add_once(fused_, launch->describe_fused());
  add_once(separate_, launch->describe_separate());
  return launch;
}

void DeferredLaunches::add_reason(SubstepRequest const& request, std::string const& reason) {
  add_once(reasons_, base::join(request.launches, ", ", [](auto const& launch) { return launch.kernel->full_name(); }) +
                         ": " + reason);
}

// The function does not set points to zero that a kernel overwrites before any kernel reads them.
void DeferredLaunches::run_initial(GridFunctions const& functions, SubstepRequest const& request,
                                   std::vector<bool> const& is_fused) {
  for (std::size_t n = 0; n < request.initial.size(); ++n) {
    if (n < is_fused.size() && is_fused[n]) continue;
    ArrayUpdate const& update = request.initial[n];
    functions.act_for(update.function, [&] {
      auto const boxes =
          update.is_zero() ? overwritten_boxes(functions, update.target, request.launches) : std::vector<base::Box>();
      if (boxes.empty())
        updater_.run(functions, update);
      else
        updater_.set_to_zero(functions, update.target,
                             base::subtract_all({{0, 0, 0}, request.launches.front().grid.extent}, boxes));
    });
  }
}

void DeferredLaunches::run_in_order(GridFunctions const& functions, SubstepRequest const& request) {
  run_initial(functions, request, {});
  for (auto const& launch : request.launches)
    functions.act_for(launch.function, [&] { launcher_.launch(functions, launch); });
}

void DeferredLaunches::finish(GridFunctions const& functions, std::string const& caller) {
  if (is_running_ || !has_pending()) return;
  SubstepRequest const request = std::exchange(pending_, {});
  if (!request.launches.empty())
    add_reason(request, (caller.empty() ? "A function" : caller) +
                            " is called between the kernel and the updates, and may access variables.");
  is_running_ = true;
  run_in_order(functions, request);
  is_running_ = false;
}

} // namespace chemora::runtime
