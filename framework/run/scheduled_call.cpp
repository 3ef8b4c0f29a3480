#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/include/cctk_Timers.h"
#include "framework/include/util_Table.h"
#include "framework/parameters/parameter_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::run {

namespace {

struct Option {
  char const* name;
  int cFunctionData::*flag;
};
constexpr Option options[] = {
    {"meta", &cFunctionData::meta},
    {"meta-early", &cFunctionData::meta_early},
    {"meta-late", &cFunctionData::meta_late},
    {"global", &cFunctionData::global},
    {"global-early", &cFunctionData::global_early},
    {"global-late", &cFunctionData::global_late},
    {"level", &cFunctionData::level},
    {"singlemap", &cFunctionData::singlemap},
    {"local", &cFunctionData::local},
    {"loop-meta", &cFunctionData::loop_meta},
    {"loop-global", &cFunctionData::loop_global},
    {"loop-level", &cFunctionData::loop_level},
    {"loop-singlemap", &cFunctionData::loop_singlemap},
    {"loop-local", &cFunctionData::loop_local},
};

/// Returns the bit mask of a region (CCTK_VALID_*), or `without_name` if the name is empty.
int region_bits(std::string const& region, int without_name) {
  std::string const name = ccl::lower_case(region);
  if (name.empty()) return without_name;
  if (name == "interior" || name == "in") return CCTK_VALID_INTERIOR;
  if (name == "boundary") return CCTK_VALID_BOUNDARY;
  if (name == "interiorwithboundary") return CCTK_VALID_INTERIOR | CCTK_VALID_BOUNDARY;
  return CCTK_VALID_EVERYWHERE; // everywhere, all, scalar
}

std::string clause(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn) {
  std::string name = reference.name.text;
  if (name.find("::") == std::string::npos) name = thorn.implementation() + "::" + name;
  if (reference.index) name += "[" + ccl::to_text(*reference.index) + "]";
  return reference.region.empty() ? name : name + "(" + reference.region + ")";
}

std::vector<char const*> pointers(std::vector<std::string> const& texts) {
  std::vector<char const*> result;
  for (auto const& text : texts) result.push_back(text.c_str());
  return result;
}

/// Items that run before the grid hierarchy exists cannot have storage or be synchronised.
void check_hierarchy(schedule::Item const& item, base::Diagnostics& problems) {
  if (!ccl::takes_no_arguments(item.where)) return;
  auto const reject = [&](base::SourcePosition const& where, char const* clause) {
    problems.error(where, fmt::format("{}::{} has {}, but in {} there is no grid hierarchy.", item.thorn,
                                      item.shown_name(), clause, item.where));
  };
  for (auto const& entry : item.statement.storage) reject(entry.name.where, "STORAGE");
  for (auto const& group : item.statement.sync) reject(group.where, "SYNC");
}

std::vector<int> groups(std::vector<ccl::Name> const& names, parameters::CompiledThorn const& thorn,
                        variables::VariableTable const& variables) {
  std::vector<int> indices;
  for (auto const& name : names)
    if (int const index = scheduled_group(name, thorn, variables); index >= 0) indices.push_back(index);
  return indices;
}

} // namespace

bind::ScheduledFunction const& find_function(parameters::CompiledThorn const& thorn, schedule::Item const& item) {
  if (thorn.binding)
    for (auto const& function : thorn.binding->scheduled_functions)
      if (ccl::same_name(function.name, item.statement.name.text)) return function;
  throw base::InternalError(
      fmt::format("The binding of {} lacks its scheduled function {}.", thorn.name, item.statement.name.text));
}

std::optional<GroupStorage> storage_of(ccl::VariableReference const& reference, parameters::CompiledThorn const& thorn,
                                       variables::VariableTable const& variables, ccl::Environment const& environment) {
  int const index = scheduled_group(reference.name, thorn, variables);
  if (index < 0) return std::nullopt;
  auto const& group = *variables.group(index);
  if (!reference.index) return GroupStorage{index, group.n_time_levels};
  std::int64_t const wanted = ccl::evaluate_integer(*reference.index, environment);
  if (wanted < 0 || wanted > group.n_time_levels)
    throw base::UserError(reference.name.where,
                          fmt::format("STORAGE requests {} time levels of {}, which is declared with {}.", wanted,
                                      group.full_name, group.n_time_levels));
  return GroupStorage{index, static_cast<int>(wanted)};
}

ScheduledCall::ScheduledCall(schedule::Item const& item, parameters::ThornCatalogue const& catalogue,
                             parameters::ParameterTable const& parameters, variables::VariableTable const& variables)
    : where_(item.where), routine_(item.statement.name.text), thorn_(item.thorn) {
  auto const& thorn = *catalogue.find_thorn(item.thorn);
  auto const environment = parameters::ccl_environment(thorn, catalogue, parameters);
  base::Diagnostics problems;
  base::collect_errors(problems, [&] {
    if (item.is_group()) return;
    auto const& found = find_function(thorn, item);
    function = found.function;
    data.language = found.is_fortran ? LangFortran : LangC;
  });
  base::collect_errors(problems, [&] { sync_groups_ = groups(item.statement.sync, thorn, variables); });
  base::collect_errors(problems, [&] { trigger_groups_ = groups(item.statement.triggers, thorn, variables); });
  for (auto const& entry : item.statement.storage)
    base::collect_errors(problems, [&] {
      if (auto const wanted = storage_of(entry, thorn, variables, environment)) storage.push_back(*wanted);
    });
  bool const is_binding = parameters.find("Cactus", "presync_mode")->text() != "off";
  base::collect_errors(problems, [&] { set_access(item, thorn, variables, environment, is_binding); });
  set_options(item, problems);
  check_hierarchy(item, problems);
  problems.throw_if_errors();
  data.type = ccl::takes_no_arguments(item.where) ? FunctionNoArgs : FunctionStandard;
  set_tags(item);
  if (!item.is_group())
    timer = CCTK_TimerCreate(fmt::format("{}: {} in {}", thorn_, item.shown_name(), where_).c_str());
  point_to_members();
}

void ScheduledCall::set_options(schedule::Item const& item, base::Diagnostics& problems) {
  std::vector<std::string> names;
  for (auto const& option : options) names.emplace_back(option.name);
  for (auto const& wanted : item.statement.options) {
    auto const found = std::find_if(std::begin(options), std::end(options),
                                    [&](auto const& option) { return ccl::same_name(option.name, wanted.text); });
    if (found == std::end(options))
      problems.error(wanted.where,
                     fmt::format("There is no option `{}`.{}", wanted.text, base::did_you_mean(wanted.text, names)));
    else
      data.*(found->flag) = 1;
  }
}

void ScheduledCall::set_access(schedule::Item const& item, parameters::CompiledThorn const& thorn,
                               variables::VariableTable const& variables, ccl::Environment const& environment,
                               bool is_binding) {
  auto const add = [&](std::vector<ccl::VariableReference> const& references, char const* keyword,
                       std::vector<std::string>& clauses, int RDWR_entry::*region, int without_name) {
    for (auto const& reference : references) {
      clauses.push_back(clause(reference, thorn));
      auto const [indices, time_level] = scheduled_variables(reference, thorn, variables, environment);
      for (int const index : indices) {
        auto found = std::find_if(accesses_.begin(), accesses_.end(), [&, level = time_level](auto const& entry) {
          return entry.varindex == index && entry.timelevel == level;
        });
        if (found == accesses_.end()) found = accesses_.insert(accesses_.end(), {index, time_level, 0, 0, 0});
        if (is_binding && (*found).*region != 0)
          throw base::UserError(reference.name.where, fmt::format("{} of {}::{} names {} twice.", keyword, thorn_,
                                                                  routine_, variables.variable(index)->full_name));
        (*found).*region |= region_bits(reference.region, without_name);
      }
    }
  };
  add(item.statement.reads, "READS", reads_, &RDWR_entry::where_rd, CCTK_VALID_EVERYWHERE);
  add(item.statement.writes, "WRITES", writes_, &RDWR_entry::where_wr, CCTK_VALID_INTERIOR);
  add(item.statement.invalidates, "INVALIDATES", invalidates_, &RDWR_entry::where_inv, CCTK_VALID_EVERYWHERE);
}

void ScheduledCall::set_tags(schedule::Item const& item) {
  data.tags = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  for (auto const& tag :
       item.statement.tags) // the value is a number or a string; the parser has removed the quotes of strings
    if (Util_TableSetFromString(data.tags, (tag.key.text + "=" + tag.value).c_str()) < 0 &&
        Util_TableSetString(data.tags, tag.value.c_str(), tag.key.text.c_str()) < 0)
      throw base::UserError(tag.key.where, fmt::format("`{}={}` is not a tag; expected KEY=NUMBER or KEY=\"text\".",
                                                       tag.key.text, tag.value));
}

void ScheduledCall::point_to_members() {
  data.where = where_.data();
  data.routine = routine_.data();
  data.thorn = thorn_.data();
  data.n_SyncGroups = static_cast<int>(sync_groups_.size());
  data.SyncGroups = sync_groups_.data();
  data.n_TriggerGroups = static_cast<int>(trigger_groups_.size());
  data.TriggerGroups = trigger_groups_.data();
  read_pointers_ = pointers(reads_);
  write_pointers_ = pointers(writes_);
  invalidate_pointers_ = pointers(invalidates_);
  data.n_ReadsClauses = static_cast<int>(reads_.size());
  data.ReadsClauses = read_pointers_.data();
  data.n_WritesClauses = static_cast<int>(writes_.size());
  data.WritesClauses = write_pointers_.data();
  data.n_InvalidatesClauses = static_cast<int>(invalidates_.size());
  data.InvalidatesClauses = invalidate_pointers_.data();
  data.n_RDWR = static_cast<int>(accesses_.size());
  data.RDWR = accesses_.data();
}

} // namespace chemora::run
