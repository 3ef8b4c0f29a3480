#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_IOMethods.h"
#include "framework/include/cctk_Timers.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/schedule/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace chemora::run {

namespace {

/// Calls `visit(method, variable)` for every variable of the trigger groups that an output method outputs now, until
/// `visit` returns false.
template <class Visit>
void visit_due_output(cGH const* cctkGH, cFunctionData const& data, Visit visit) {
  for (int n = 0; n < data.n_TriggerGroups; ++n) {
    int const first = CCTK_FirstVarIndexI(data.TriggerGroups[n]);
    for (int variable = first; variable < first + CCTK_NumVarsInGroupI(data.TriggerGroups[n]); ++variable)
      for (int handle = 0; handle < CCTK_NumIOMethods(); ++handle) {
        auto const* const method = CCTK_IOMethod(handle);
        bool const is_due = method->TimeToOutput && method->TimeToOutput(cctkGH, variable);
        if (is_due && !visit(*method, variable)) return;
      }
  }
}

bool is_output_due(cGH const* cctkGH, cFunctionData const& data) {
  bool is_due = false;
  visit_due_output(cctkGH, data, [&](IOMethod const&, int) {
    is_due = true;
    return false;
  });
  return is_due;
}

void trigger_output(cGH const* cctkGH, cFunctionData const& data) {
  visit_due_output(cctkGH, data, [&](IOMethod const& method, int variable) {
    if (method.TriggerOutput) {
      CCTK_TimerStartI(method.timer_handle);
      method.TriggerOutput(cctkGH, variable);
      CCTK_TimerStopI(method.timer_handle);
    }
    return true;
  });
}

void synchronise(cGH* cctkGH, cFunctionData const& data) {
  if (data.n_SyncGroups == 0) return;
  CCTK_TimerStartI(synchronisation_timer());
  int const result = CCTK_SyncGroupsByDirI(cctkGH, data.n_SyncGroups, data.SyncGroups, nullptr);
  CCTK_TimerStopI(synchronisation_timer());
  if (result < 0)
    throw base::InternalError(
        fmt::format("The driver did not synchronise the groups of {}::{}: its SyncGroupsByDirI returns {}.", data.thorn,
                    data.routine, result));
}

/// Returns the index of the grid scalar in an IF or WHILE clause.
int condition_variable(ccl::Name const& variable, schedule::Item const& item) {
  auto const& thorn = *parameters::thorn_catalogue().find_thorn(item.thorn);
  int const index = scheduled_variable(variable, thorn, variables::variable_table());
  auto const* const group = variables::variable_table().group_of(index);
  if (!group || group->type != CCTK_SCALAR || group->variable_type != CCTK_VARIABLE_INT)
    throw base::UserError(variable.where,
                          fmt::format("`{}` after IF or WHILE is not an integer grid scalar.", variable.text));
  return index;
}

/// Executes the items of a bin.
class Execution : public schedule::Actions {
public:
  Execution(Scheduler& scheduler, cGH* cctkGH, Scheduler::Caller caller, bool is_analysis)
      : scheduler_(scheduler), cctkGH_(cctkGH), caller_(caller), is_analysis_(is_analysis) {}

  bool is_wanted(schedule::Item const& item) override {
    return !is_triggered(item) || is_output_due(cctkGH_, scheduler_.call_of(item).data);
  }

  void enter(schedule::Item const& item) override {
    auto const& wanted = scheduler_.call_of(item).storage;
    for (auto const& [group, n_time_levels] : wanted)
      if (int const result =
              CCTK_GroupStorageIncrease(cctkGH_, 1, &group, &n_time_levels, &levels_before_.emplace_back(0));
          result < 0)
        throw base::InternalError(fmt::format("The driver did not allocate the storage of {2} for {0}::{1}: its "
                                              "GroupStorageIncrease returns {3}.",
                                              item.thorn, item.shown_name(),
                                              variables::variable_table().group(group)->full_name, result));
  }

  void leave(schedule::Item const& item) override {
    auto const& wanted = scheduler_.call_of(item).storage;
    std::size_t const first = levels_before_.size() - wanted.size();
    for (std::size_t n = 0; n < wanted.size(); ++n)
      CCTK_GroupStorageDecrease(cctkGH_, 1, &wanted[n].group, &levels_before_[first + n], nullptr);
    levels_before_.resize(first);
  }

  void call(schedule::Item const& item) override {
    auto& call = scheduler_.call_of(item);
    auto const* const outer = scheduler_.current();
    scheduler_.set_current(&call.data);
    CCTK_TimerStartI(call.timer);
    bool const is_synchronised = caller_(reinterpret_cast<void*>(call.function), &call.data, cctkGH_) != 0;
    CCTK_TimerStopI(call.timer);
    if (!is_synchronised) synchronise(cctkGH_, call.data);
    scheduler_.set_current(outer);
  }

  /// A group is synchronised and its output triggered once, after the last of its items.
  void complete(schedule::Item const& item) override {
    if (item.is_group()) synchronise(cctkGH_, scheduler_.call_of(item).data);
    if (is_triggered(item)) trigger_output(cctkGH_, scheduler_.call_of(item).data);
  }

  bool is_non_zero(ccl::Name const& variable, schedule::Item const& item) override {
    auto& resolved = scheduler_.call_of(item).condition_variables;
    auto entry = resolved.find(&variable);
    if (entry == resolved.end()) entry = resolved.emplace(&variable, condition_variable(variable, item)).first;
    int const index = entry->second;
    auto const* const value = static_cast<CCTK_INT const*>(cctkGH_ ? cctkGH_->data[index][0] : nullptr);
    if (!value)
      throw base::UserError(variable.where, fmt::format("`{}` after IF or WHILE has no storage.", variable.text));
    return *value != 0;
  }

private:
  bool is_triggered(schedule::Item const& item) const {
    return is_analysis_ && scheduler_.call_of(item).data.n_TriggerGroups > 0;
  }

  Scheduler& scheduler_;
  cGH* cctkGH_;
  Scheduler::Caller caller_;
  bool is_analysis_;
  std::vector<int> levels_before_; ///< time levels before each enclosing item allocated storage; innermost item last
};

/// Whether bin ANALYSIS contains this bin or group.
bool is_in_analysis(schedule::Schedule const& schedule, std::string const& where) {
  if (schedule::bin_name(where) == "CCTK_ANALYSIS") return true;
  for (auto const* const item : schedule.all_items())
    if (item->is_group() &&
        (ccl::same_name(item->statement.name.text, where) || ccl::same_name(item->shown_name(), where)) &&
        is_in_analysis(schedule, item->where))
      return true;
  return false;
}

/// Adds warnings about clauses that have no effect.
void add_clauses_without_effect(schedule::Schedule const& schedule, schedule::Item const& item,
                                std::vector<std::string>& texts) {
  auto const& statement = item.statement;
  auto const add = [&](char const* clause, base::SourcePosition const& where, char const* reason) {
    texts.push_back(fmt::format("{}: {} of {}{}::{} has no effect: {}.", base::to_text(where), clause,
                                item.is_group() ? "the group " : "", item.thorn, item.shown_name(), reason));
  };
  if (!statement.triggers.empty() && !is_in_analysis(schedule, item.where))
    add("TRIGGERS", statement.triggers.front().where, "only items in CCTK_ANALYSIS are triggered");
  if (!item.is_group()) return;
  char const* const reason = "a group does not pass it on to its functions";
  for (auto const& [clause, references] :
       {std::pair("READS", &statement.reads), {"WRITES", &statement.writes}, {"INVALIDATES", &statement.invalidates}})
    if (!references->empty()) add(clause, references->front().name.where, reason);
  if (!statement.options.empty()) add("OPTIONS", statement.options.front().where, reason);
  if (!statement.tags.empty()) add("TAGS", statement.tags.front().key.where, reason);
  if (!statement.language.empty()) add("LANG", statement.name.where, reason);
}

} // namespace

void Scheduler::build(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable const& parameters,
                      variables::VariableTable const& variables) {
  base::Diagnostics problems;
  std::vector<schedule::ThornStatement> statements;
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.is_active) continue;
    auto const environment = parameters::ccl_environment(thorn, catalogue, parameters);
    base::collect_errors(problems, [&] {
      auto const active = ccl::active_statements(thorn.schedule, environment);
      for (auto const* const item : active.items) statements.push_back({thorn.name, item});
      for (auto const* const entry : active.storage)
        base::collect_errors(problems, [&] {
          if (auto const wanted = storage_of(*entry, thorn, variables, environment)) add_permanent_storage(*wanted);
        });
    });
  }
  auto const* const mode = parameters.find("Cactus", "schedule_sort_mode");
  base::collect_errors(problems,
                       [&] { schedule_ = schedule::Schedule(schedule::sorted(std::move(statements), mode->text())); });
  problems.throw_if_errors();
  auto const items = schedule_.all_items();
  calls_.resize(items.size());
  for (auto const* const item : items)
    base::collect_errors(problems, [&] {
      calls_[item->number] = std::make_unique<ScheduledCall>(*item, catalogue, parameters, variables);
    });
  problems.throw_if_errors();
}

void Scheduler::add_permanent_storage(GroupStorage const& wanted) {
  auto const found = std::find_if(permanent_storage_.begin(), permanent_storage_.end(),
                                  [&](auto const& each) { return each.group == wanted.group; });
  if (found == permanent_storage_.end())
    permanent_storage_.push_back(wanted);
  else
    found->n_time_levels = std::max(found->n_time_levels, wanted.n_time_levels);
}

void Scheduler::traverse(std::string const& where, cGH* cctkGH, Caller call) {
  std::string const bin = schedule::bin_name(where), outer = bin_;
  if (!bin.empty()) bin_ = bin;
  Execution execution(*this, cctkGH, call, bin == "CCTK_ANALYSIS");
  schedule::traverse(schedule_, where, execution);
  bin_ = outer;
}

std::vector<std::string> Scheduler::warnings(bool with_missing_names) const {
  std::vector<std::string> texts;
  for (auto const* const item : schedule_.items_without_group())
    texts.push_back(fmt::format("{}::{} is scheduled IN {}, which no active thorn schedules; it will not run.",
                                item->thorn, item->shown_name(), item->where));
  for (auto const* const item : schedule_.all_items()) add_clauses_without_effect(schedule_, *item, texts);
  if (!with_missing_names) return texts;
  for (auto const* const item : schedule_.all_items()) {
    auto const check = [&](std::vector<ccl::Name> const& names, char const* word) {
      auto const& others = schedule_.items(item->where);
      for (auto const& name : names)
        if (std::none_of(others.begin(), others.end(),
                         [&](auto const& other) { return ccl::same_name(other.shown_name(), name.text); }))
          texts.push_back(fmt::format("{}::{} is {} {}, which is not scheduled in {}.", item->thorn, item->shown_name(),
                                      word, name.text, item->where));
    };
    check(item->statement.before, "BEFORE");
    check(item->statement.after, "AFTER");
  }
  return texts;
}

Scheduler& scheduler() {
  static Scheduler scheduler;
  return scheduler;
}

int synchronisation_timer() {
  static int const timer = CCTK_TimerCreate("Cactus: SYNC");
  return timer;
}

} // namespace chemora::run
