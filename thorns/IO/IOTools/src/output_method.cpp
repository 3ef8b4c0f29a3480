#include "output_method.hpp"

#include "communicate.hpp"
#include "grid_data.hpp"
#include "output_files.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"

#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <unistd.h>
#include <utility>

/// The flesh of Cactus does not provide CCTK_ScheduledTimeLevels(), so every group counts as scheduled for storage.
#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
inline int CCTK_ScheduledTimeLevels(int) { return 1; }
#endif

namespace iotools {
namespace {

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) names.push_back(full_name(variable));
  for (int group = 0; group < CCTK_NumGroups(); ++group) names.push_back(take_text(CCTK_GroupName(group)));
  return names;
}

/// The variables that a name selects: one variable, those of a group, the elements of a vector, or all.
std::vector<int> variables_named(std::string const& name) {
  std::vector<int> variables;
  if (lower(name) == "all") {
    for (int variable = 0; variable < CCTK_NumVars(); ++variable) variables.push_back(variable);
    return variables;
  }
  if (int const variable = CCTK_VarIndex(name.c_str()); variable >= 0) return {variable};
  if (int const group = CCTK_GroupIndex(name.c_str()); group >= 0) {
    int const first = CCTK_FirstVarIndexI(group);
    for (int i = 0; i < CCTK_NumVarsInGroupI(group); ++i) variables.push_back(first + i);
    return variables;
  }
  for (int variable = 0; variable < CCTK_NumVars(); ++variable)
    if (lower(full_name(variable)).starts_with(lower(name) + "[")) variables.push_back(variable);
  return variables;
}

void add(Item const& item, RejectionReason rejection_reason, std::vector<Request>& requests, Findings& findings) {
  auto const variables = variables_named(item.name);
  bool const is_group = CCTK_GroupIndex(item.name.c_str()) >= 0; // possibly without variables: a vector of length 0
  if (variables.empty() && !is_group)
    findings.errors.push_back("there is no variable or group `" + excerpt(item.name) + "` in the active thorns." +
                              did_you_mean(item.name, known_names()));
  for (int const variable : variables) {
    if (auto const reason = rejection_reason(variable); !reason.empty()) {
      bool const is_named = variables.size() == 1 && !is_group;
      if (is_named)
        findings.errors.push_back("`" + full_name(variable) + "` " + reason + "; this method cannot write it.");
      else if (lower(item.name) != "all")
        findings.notes.push_back("`" + full_name(variable) + "` " + reason + "; it is not written.");
      continue;
    }
    std::erase_if(requests, [=](Request const& earlier) { return earlier.variable == variable; });
    requests.push_back({.variable = variable, .options = item.options, .is_named = lower(item.name) != "all"});
  }
}

bool has_points(Request const& request) { return !is_scalar(request.variable); }

std::vector<std::string> known_reductions() {
  std::vector<std::string> names;
  for (int handle = 0; handle < CCTK_NumLocalArrayReduceOperators(); ++handle)
    if (char const* const name = CCTK_LocalArrayReduceOperator(handle)) names.push_back(name);
  return names;
}

/// Sentences about names in `list` for which no active thorn provides a reduction.
std::vector<std::string> unknown_reductions(std::string const& list) {
  std::vector<std::string> sentences;
  for (auto const& name : distinct_words(list))
    if (CCTK_LocalArrayReductionHandle(name.c_str()) < 0)
      sentences.push_back("there is no reduction `" + excerpt(name) + "`; " +
                          (CCTK_NumLocalArrayReduceOperators() == 0
                               ? "no active thorn registers reductions. Activate LocalReduce."
                               : "common ones are minimum, maximum, sum, average, norm1, norm2, norm_inf." +
                                     did_you_mean(name, known_reductions())));
  return sentences;
}

/// Returns the first errors of a parameter and, if there are more, a sentence that counts the omitted errors.
std::vector<std::string> first_errors(std::vector<std::string> errors) {
  constexpr std::size_t max_errors = 50;
  if (errors.size() <= max_errors) return errors;
  auto const n_others = errors.size() - max_errors;
  errors.resize(max_errors);
  errors.push_back(std::to_string(n_others) + " more errors are not shown.");
  return errors;
}

/// Returns the names of the *_vars options that the output method supports.
std::vector<std::string> options_of(MethodParameters const& parameters) {
  std::vector<std::string> names{"out_every", "out_dt"};
  if (parameters.reductions != nullptr) names.emplace_back("reductions");
  if (parameters.can_compress) names.emplace_back("compression_level");
  return names;
}

} // namespace

std::vector<Request> read_requests(std::string const& text, RejectionReason rejection_reason, Findings& findings,
                                   std::vector<std::string> const& allowed) {
  std::vector<Request> requests;
  for (auto const& item : parse_items(text, findings.errors)) {
    for (auto const& [option, is_set] : {std::pair{"reductions", item.options.reductions.has_value()},
                                         std::pair{"compression_level", item.options.compression_level.has_value()}})
      if (is_set && std::find(allowed.begin(), allowed.end(), option) == allowed.end())
        findings.notes.push_back("`" + excerpt(item.name) + "`: the option `" + option +
                                 "` has no effect in this output method.");
    add(item, rejection_reason, requests, findings);
  }
  return requests;
}

void OutputList::check(cGH const* cctkGH, MethodParameters const& parameters) {
  auto const findings = read(parameters);
  for (auto const& error : first_errors(findings.errors)) report_parameter_error(thorn_, parameter_ + ": " + error);
  warn(findings.notes);
  if (parameters.folder_name != nullptr && *parameters.folder != '\0')
    check_folder(thorn_, thorn_ + "::" + parameters.folder_name, parameters.folder, !requests_.empty());
  warn_of_missing_storage(cctkGH);
  if (parameters.reductions == nullptr)
    require_hyperslabs();
  else if (!requests_.empty())
    check_reductions(parameters.reductions);
}

/// Warns of variables that no STORAGE statement covers. This is not an error, because a thorn may allocate storage at
/// run time.
void OutputList::warn_of_missing_storage(cGH const* cctkGH) const {
  std::string names;
  for (auto const& request : requests_)
    if (request.is_named && !has_storage(cctkGH, request.variable) &&
        CCTK_ScheduledTimeLevels(CCTK_GroupIndexFromVarI(request.variable)) == 0)
      names += (names.empty() ? "`" : ", `") + full_name(request.variable) + "`";
  if (!names.empty())
    warn({"no STORAGE statement of this run gives storage to " + names +
          ". Without storage nothing is written; set the parameter of its thorn that enables it."});
}

void OutputList::require_hyperslabs() const {
  if (std::any_of(requests_.begin(), requests_.end(), has_points) && !have_hyperslabs())
    report_parameter_error(
        thorn_, parameter_ + " names grid functions or arrays, which are collected through Hyperslab_Get, and "
                             "no active thorn provides it. Add PUGHSlab to ActiveThorns.");
}

/// If all variables are grid scalars, which need no reductions, unknown names cause only warnings.
void OutputList::check_reductions(char const* reductions) const {
  auto const parameter = stem_ + "_reductions";
  if (std::any_of(requests_.begin(), requests_.end(), has_points) && CCTK_NumGridArrayReductionOperators() == 0)
    report_parameter_error(thorn_, parameter + ": no active thorn reduces grid functions and arrays. Add PUGHReduce to "
                                               "ActiveThorns.");
  bool const is_used = std::any_of(requests_.begin(), requests_.end(), [](Request const& request) {
    return !request.options.reductions && has_points(request);
  });
  for (auto const& sentence : first_errors(unknown_reductions(reductions)))
    if (is_used)
      CCTK_ParamWarn(thorn_.c_str(), (parameter + ": " + sentence).c_str());
    else if (CCTK_MyProc(nullptr) == 0)
      CCTK_VWarn(1, __LINE__, __FILE__, thorn_.c_str(), "%s: %s Grid scalars need no reductions", parameter.c_str(),
                 sentence.c_str());
  std::set<std::string> checked; // variables of a group have equal options, so each text is checked once
  for (auto const& request : requests_)
    if (auto const own = request.options.reductions.value_or(""); checked.insert(own).second)
      for (auto const& sentence : first_errors(unknown_reductions(own)))
        CCTK_ParamWarn(thorn_.c_str(), (parameter_ + ": `" + full_name(request.variable) + "`: " + sentence).c_str());
}

void OutputList::update(MethodParameters const& parameters) {
  if (text_ == parameters.variables && frequency_ == parameters.frequency && is_announced_) return;
  frequency_ = parameters.frequency;
  if (text_ != parameters.variables) {
    auto const findings = read(parameters);
    warn(first_errors(findings.errors));
    warn(findings.notes);
  }
  announce();
  is_announced_ = true;
}

/// Prints one line per method, at the first output and after its parameters were steered.
void OutputList::announce() const {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_Equals(verbose, "none") || requests_.empty()) return;
  std::string names;
  for (auto const& request : requests_) names += " " + full_name(request.variable);
  CCTK_VInfo(thorn_.c_str(), "%s, %s:%s", parameter_.c_str(), to_text(frequency_).c_str(), names.c_str());
}

void OutputList::warn(std::vector<std::string> const& sentences) const {
  for (auto const& sentence : sentences)
    CCTK_VWarn(1, __LINE__, __FILE__, thorn_.c_str(), "%s: %s", parameter_.c_str(), sentence.c_str());
}

Findings OutputList::read(MethodParameters const& parameters) {
  Findings findings;
  text_ = parameters.variables;
  requests_ = read_requests(text_, rejection_reason_, findings, options_of(parameters));
  return findings;
}

Request const* OutputList::find(int variable) const {
  auto const request = std::find_if(requests_.begin(), requests_.end(),
                                    [=](Request const& candidate) { return candidate.variable == variable; });
  return request == requests_.end() ? nullptr : &*request;
}

bool OutputList::is_due(cGH const* cctkGH, int variable) const {
  auto const* request = find(variable);
  if (request == nullptr) return false;
  if (is_written(parameter_, full_name(variable), cctkGH->cctk_iteration)) return false;
  auto frequency = frequency_;
  if (request->options.out_every)
    frequency = {.criterion = Criterion::iteration, .every = *request->options.out_every};
  else if (request->options.out_dt)
    frequency = {.criterion = Criterion::time, .dt = *request->options.out_dt};
  return iotools::is_due(frequency, moment_of(cctkGH));
}

void OutputList::mark_written(cGH const* cctkGH, int variable) {
  record_written(parameter_, full_name(variable), cctkGH->cctk_iteration);
}

Frequency frequency(char const* criterion, CCTK_INT every, CCTK_REAL dt, CCTK_INT inherited_every) {
  DECLARE_CCTK_PARAMETERS
  return {.criterion = to_criterion(lower(criterion) == "default" ? out_criterion : criterion),
          .every = static_cast<int>(every <= inherited_every ? out_every : every),
          .dt = dt == -2 ? out_dt : dt};
}

int read_as(cGH const* cctkGH, std::string const& method, std::function<int()> const& read) {
  thorntools::ActingFor const reader(cctkGH, method);
  return read();
}

Moment moment_of(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  return {.iteration = cctkGH->cctk_iteration,
          .time = cctkGH->cctk_time,
          .delta_time = cctkGH->cctk_delta_time,
          .initial_time = cctk_initial_time};
}

void check_folder(std::string const& thorn, std::string const& parameter, std::string const& folder, bool is_written) {
  namespace fs = std::filesystem;
  if (!is_root()) return;
  auto const report = [&](std::string const& sentence) { CCTK_ParamWarn(thorn.c_str(), sentence.c_str()); };
  auto const path = fs::path(folder).lexically_normal();
  auto existing = path;
  std::error_code ignored;
  while (!existing.empty() && !fs::exists(existing, ignored) && existing != existing.parent_path())
    existing = existing.parent_path();
  if (existing.empty()) existing = ".";
  auto const start = parameter + " is `" + excerpt(folder) + "`, but `" + excerpt(existing.string()) + "` ";
  if (!fs::is_directory(existing, ignored))
    report(start + "is a file; a folder is needed here.");
  else if (is_written && access(existing.c_str(), W_OK) != 0)
    report(start + "cannot be written to: " + std::strerror(errno) + ".");
  else if (is_written && !CCTK_ParamChecking()) {
    if (auto const reason = make_directory(folder); !reason.empty())
      return report(reason + " Choose another " + parameter + ".");
    // The run may end with an error of another parameter, and must not leave empty folders.
    for (auto created = path; !created.empty() && created != existing; created = created.parent_path())
      fs::remove(created, ignored);
  }
}

void report_parameter_error(std::string const& thorn, std::string const& sentence) {
  DECLARE_CCTK_PARAMETERS
  if (strict_io_parameter_check)
    CCTK_ParamWarn(thorn.c_str(), sentence.c_str());
  else
    CCTK_VWarn(1, __LINE__, __FILE__, thorn.c_str(), "%s", sentence.c_str());
}

bool has_scheduled_storage(int variable) { return CCTK_ScheduledTimeLevels(CCTK_GroupIndexFromVarI(variable)) > 0; }

bool has_storage(cGH const* cctkGH, int variable) {
  return CCTK_QueryGroupStorageI(cctkGH, CCTK_GroupIndexFromVarI(variable)) > 0;
}

void register_method(char const* name, MethodFunctions const& functions) {
  int const handle = CCTK_RegisterIOMethod(name);
  CCTK_RegisterIOMethodOutputGH(handle, functions.output_gh);
  CCTK_RegisterIOMethodTimeToOutput(handle, functions.time_to_output);
  CCTK_RegisterIOMethodTriggerOutput(handle, functions.trigger_output);
  CCTK_RegisterIOMethodOutputVarAs(handle, functions.output_var_as);
}

} // namespace iotools
