#include "collect.hpp"

#include "web/json.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/parameters_text.hpp"

#include <cctk_Parameters.h>
#include <cctk_Timers.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

/// The flesh of Cactus does not provide CCTK_VisitFunctionsIn(). There the page has no schedule, and no group counts as
/// triggered.
#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
#include "cctk_Schedule.h"
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return 0; }
#endif

namespace httpd {
namespace {

constexpr int max_points_of_plane = 256, max_points_of_line = 1024; ///< along each axis
constexpr std::size_t max_plots = 32;
constexpr std::size_t n_shown_timers = 30;

char const* type_name(int type) {
  switch (type) {
  case PARAMETER_KEYWORD:
    return "keyword";
  case PARAMETER_INT:
    return "integer";
  case PARAMETER_REAL:
    return "real";
  case PARAMETER_BOOLEAN:
    return "boolean";
  default:
    return "string";
  }
}

std::string ranges_json(cParamData const& data) {
  std::vector<std::string> ranges;
  for (auto const* range = data.range; range != nullptr; range = range->next)
    ranges.push_back(JsonObject()
                         .add("range", range->range != nullptr ? range->range : "")
                         .add("description", range->description != nullptr ? range->description : "")
                         .text());
  return json_array(ranges);
}

} // namespace

std::string parameters_json() {
  std::vector<std::string> items;
  for (auto const& parameter : iotools::all_parameters()) {
    auto const* const data = CCTK_ParameterData(parameter.name.c_str(), parameter.thorn.c_str());
    if (data == nullptr) continue;
    bool const is_steerable = data->steerable == CCTK_STEERABLE_ALWAYS && data->accumulator_expression == nullptr;
    items.push_back(JsonObject()
                        .add("thorn", parameter.thorn)
                        .add("name", parameter.name)
                        .add("value", parameter.value)
                        .add("default", data->defval != nullptr ? data->defval : "")
                        .add("type", type_name(data->type))
                        .add("description", data->description != nullptr ? data->description : "")
                        .add("steerable", is_steerable)
                        .add("set", parameter.times_set > 0)
                        .add_json("ranges", ranges_json(*data))
                        .text());
  }
  return JsonObject().add_json("parameters", json_array(items)).text();
}

namespace {

bool can_draw(cGH const* cctkGH, int variable) {
  return iotools::is_grid_function(variable) && iotools::not_numeric_reason(variable).empty() &&
         iotools::has_storage(cctkGH, variable);
}

} // namespace

std::string variables_json(cGH const* cctkGH) {
  std::vector<std::string> items;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (!can_draw(cctkGH, variable)) continue;
    std::vector<std::string> points, lower, delta;
    for (auto const& axis : iotools::axes_of(cctkGH, variable)) {
      points.push_back(std::to_string(axis.points_to_write()));
      lower.push_back(json_number(axis.first_to_write()));
      delta.push_back(json_number(axis.delta));
    }
    items.push_back(JsonObject()
                        .add("name", iotools::full_name(variable))
                        .add_json("points", json_array(points))
                        .add_json("lower", json_array(lower))
                        .add_json("delta", json_array(delta))
                        .text());
  }
  return JsonObject().add_json("variables", json_array(items)).text();
}

std::size_t storage_state(cGH const* cctkGH) {
  constexpr std::size_t factor = 1099511628211U; // of the hash function FNV-1a
  std::size_t state = 0;
  for (int group = 0; group < CCTK_NumGroups(); ++group)
    state = state * factor + static_cast<std::size_t>(CCTK_QueryGroupStorageI(cctkGH, group) > 0) + 1;
  return state;
}

std::string schedule_json() {
  std::vector<std::string> bins;
  constexpr std::array names{"STARTUP",
                             "WRAGH",
                             "PARAMCHECK",
                             "BASEGRID",
                             "COMPILE",
                             "INITIAL",
                             "POSTINITIAL",
                             "POSTPOSTINITIAL",
                             "RECOVER_VARIABLES",
                             "POST_RECOVER_VARIABLES",
                             "CPINITIAL",
                             "PRESTEP",
                             "EVOL",
                             "POSTSTEP",
                             "CHECKPOINT",
                             "ANALYSIS",
                             "TERMINATE",
                             "SHUTDOWN"};
  for (char const* const name : names) {
    std::vector<std::string> functions;
    auto const add = [](cFunctionData const* function, void* data) {
      static_cast<std::vector<std::string>*>(data)->push_back(JsonObject()
                                                                  .add("thorn", function->thorn)
                                                                  .add("function", function->routine)
                                                                  .add("where", function->where)
                                                                  .text());
    };
    CCTK_VisitFunctionsIn((std::string("CCTK_") + name).c_str(), add, &functions);
    if (!functions.empty())
      bins.push_back(JsonObject().add("bin", name).add_json("functions", json_array(functions)).text());
  }
  return JsonObject().add_json("bins", json_array(bins)).text();
}

std::string timers_json() {
  static cTimerData* const data = CCTK_TimerCreateData();
  std::vector<std::pair<double, std::string>> timers;
  for (int timer = 0; timer < CCTK_NumTimers(); ++timer) {
    char const* const name = CCTK_TimerName(timer);
    if (name == nullptr || CCTK_TimerI(timer, data) < 0) continue;
    auto const* const value = CCTK_GetClockValueI(0, data);
    double const seconds = value != nullptr ? CCTK_TimerClockSeconds(value) : 0;
    if (seconds > 0) timers.emplace_back(seconds, name);
  }
  std::sort(timers.rbegin(), timers.rend());
  timers.resize(std::min(timers.size(), n_shown_timers));
  std::vector<std::string> items;
  for (auto const& [seconds, name] : timers)
    items.push_back(JsonObject().add("name", name).add("seconds", seconds).text());
  return JsonObject().add_json("timers", json_array(items)).text();
}

namespace {

/// The slab of a slice, and its axes and positions in `slice`.
iotools::Slab slab_of(SliceRequest const& request, std::vector<iotools::Axis> const& axes, Slice& slice) {
  auto const n = axes.size();
  auto const n_axes = request.axes.size();
  int const max_points = n_axes == 1 ? max_points_of_line : max_points_of_plane;
  iotools::Slab slab{.origin = std::vector<CCTK_INT>(n, 0),
                     .direction = std::vector<CCTK_INT>(n * n_axes, 0),
                     .extent = std::vector<CCTK_INT>(n_axes, 0),
                     .downsample = std::vector<CCTK_INT>(n_axes, 1)};
  for (std::size_t d = 0; d < n; ++d) {
    auto const& axis = axes[d];
    auto const row = request.axes.find("xyz"[d]);
    slab.origin[d] = axis.images;
    if (row == std::string::npos) {
      slab.origin[d] += static_cast<CCTK_INT>(std::lround(request.at * (axis.points_to_write() - 1)));
      double const position = axis.lower + static_cast<double>(slab.origin[d]) * axis.delta;
      slice.at.push_back("xyz"[d] + (" = " + iotools::to_text(position, 4)));
      continue;
    }
    slab.direction[row * n + d] = 1;
    slab.extent[row] = axis.points_to_write();
    slab.downsample[row] = std::max(1, (axis.points_to_write() + max_points - 1) / max_points);
    slice.lower[row] = axis.first_to_write();
    slice.delta[row] = axis.delta * static_cast<double>(slab.downsample[row]);
  }
  return slab;
}

/// The reason why there is no such slice; otherwise empty.
std::string slice_error(cGH const* cctkGH, int variable, SliceRequest const& request) {
  if (variable < 0) return "There is no variable `" + request.variable + "`.";
  if (!can_draw(cctkGH, variable)) return "`" + request.variable + "` is no numeric grid function with storage.";
  if (!iotools::have_hyperslabs()) return "No active thorn collects slices. Activate PUGHSlab.";
  auto const n_axes = std::min<std::size_t>(3, iotools::axes_of(cctkGH, variable).size());
  if (request.axes.find_first_not_of(std::string("xyz").substr(0, n_axes)) != std::string::npos)
    return "`" + request.variable + "` has only " + std::to_string(n_axes) + " dimensions.";
  return "";
}

} // namespace

Slice collect_slice(cGH const* cctkGH, SliceRequest const& request) {
  auto const n_axes = request.axes.size();
  Slice slice{.iteration = cctkGH->cctk_iteration,
              .time = cctkGH->cctk_time,
              .extent = std::vector<int>(n_axes),
              .lower = std::vector<double>(n_axes),
              .delta = std::vector<double>(n_axes, 1)};
  int const variable = CCTK_VarIndex(request.variable.c_str());
  slice.error = slice_error(cctkGH, variable, request);
  if (!slice.error.empty()) return slice;
  auto const slab = slab_of(request, iotools::axes_of(cctkGH, variable), slice);
  int const type = CCTK_VarTypeI(variable);
  std::optional<iotools::SlabData> data;
  iotools::read_as(cctkGH, "HTTPD::HTTPD", [&] {
    data = iotools::collect(cctkGH, variable, slab, type);
    return 0;
  });
  if (!data) slice.error = "The driver failed to collect `" + request.variable + "`.";
  if (!data || !iotools::is_root()) return slice;
  std::size_t n_points = 1;
  for (std::size_t d = 0; d < n_axes; ++d) n_points *= static_cast<std::size_t>(slice.extent[d] = data->extent[d]);
  slice.values.resize(n_points);
  for (std::size_t i = 0; i < n_points; ++i) slice.values[i] = static_cast<float>(iotools::number_at(*data, type, i));
  return slice;
}

namespace {

/// HTTPD::out_vars, or IOBasic::outInfo_vars if it is empty.
std::string plotted_text() {
  DECLARE_CCTK_PARAMETERS
  if (*out_vars != '\0') return out_vars;
  int type = 0;
  auto const* const text = static_cast<char const* const*>(CCTK_ParameterGet("outInfo_vars", "IOBasic", &type));
  return text != nullptr ? *text : "";
}

/// The groups whose values are current only after output triggers functions AT ANALYSIS.
std::set<int> triggered_groups() {
  std::set<int> groups;
  auto const add = [](cFunctionData const* function, void* data) {
    for (int i = 0; i < function->n_TriggerGroups; ++i)
      static_cast<std::set<int>*>(data)->insert(function->TriggerGroups[i]);
  };
  CCTK_VisitFunctionsIn("CCTK_ANALYSIS", add, &groups);
  return groups;
}

bool can_reduce(std::string const& reduction) {
  return CCTK_NumGridArrayReductionOperators() > 0 && CCTK_LocalArrayReductionHandle(reduction.c_str()) >= 0;
}

} // namespace

void PlottedVariables::check() {
  DECLARE_CCTK_PARAMETERS
  iotools::Findings findings;
  if (*out_vars != '\0') iotools::read_requests(out_vars, iotools::not_numeric_reason, findings);
  for (auto const& error : findings.errors)
    iotools::report_parameter_error(CCTK_THORNSTRING, "HTTPD::out_vars: " + error);
  if (CCTK_NumGridArrayReductionOperators() == 0) return; // without PUGHReduce, the page has no plots of reductions
  for (auto const& reduction : iotools::distinct_words(out_reductions))
    if (!can_reduce(reduction))
      iotools::report_parameter_error(
          CCTK_THORNSTRING, "HTTPD::out_reductions: no active thorn provides the reduction `" + reduction + "`.");
}

bool PlottedVariables::update() {
  DECLARE_CCTK_PARAMETERS
  auto const text = plotted_text() + "\n" + out_reductions;
  if (text == text_) return false;
  text_ = text;
  plots_.clear();
  triggered_.clear();
  auto const triggers = triggered_groups();
  std::size_t n_values = 0;
  iotools::Findings ignored; // check() or IOBasic has reported them
  for (auto const& request : iotools::read_requests(plotted_text(), iotools::not_numeric_reason, ignored)) {
    Plot plot{.variable = request.variable,
              .is_triggered = triggers.contains(CCTK_GroupIndexFromVarI(request.variable))};
    plot.reductions = iotools::is_scalar(request.variable)
                          ? std::vector<std::string>{""}
                          : iotools::distinct_words(request.options.reductions.value_or(out_reductions));
    std::erase_if(plot.reductions, [](auto const& reduction) { return !reduction.empty() && !can_reduce(reduction); });
    n_values += plot.reductions.size();
    if (n_values > max_plots) {
      if (iotools::is_root())
        CCTK_VWARN(CCTK_WARN_ALERT,
                   "The live page plots at most %d values. It omits `%s` and all later variables of HTTPD::out_vars. "
                   "Shorten HTTPD::out_vars or HTTPD::out_reductions",
                   static_cast<int>(max_plots), iotools::full_name(plot.variable).c_str());
      break;
    }
    plots_.push_back(plot);
  }
  return true;
}

std::vector<std::string> PlottedVariables::names() const {
  std::vector<std::string> names;
  for (auto const& plot : plots_)
    for (auto const& reduction : plot.reductions)
      names.push_back(iotools::full_name(plot.variable) + (reduction.empty() ? "" : " " + reduction));
  return names;
}

std::vector<int> PlottedVariables::triggered_variables() const {
  std::vector<int> variables;
  for (auto const& plot : plots_)
    if (plot.is_triggered) variables.push_back(plot.variable);
  return variables;
}

void PlottedVariables::trigger(cGH const* cctkGH, int variable) {
  for (auto const& plot : plots_)
    if (plot.variable == variable) triggered_[variable] = values(cctkGH, plot);
}

std::vector<double> PlottedVariables::values(cGH const* cctkGH) {
  std::vector<double> all;
  for (auto const& plot : plots_) {
    auto const unknown = std::vector<double>(plot.reductions.size(), std::numeric_limits<double>::quiet_NaN());
    auto const entry = triggered_.find(plot.variable);
    auto const own = entry != triggered_.end() ? entry->second : plot.is_triggered ? unknown : values(cctkGH, plot);
    all.insert(all.end(), own.begin(), own.end());
  }
  triggered_.clear();
  return all;
}

std::vector<double> PlottedVariables::values(cGH const* cctkGH, Plot const& plot) {
  std::vector<double> values(plot.reductions.size(), std::numeric_limits<double>::quiet_NaN());
  if (!iotools::has_storage(cctkGH, plot.variable)) return values;
  iotools::read_as(cctkGH, "HTTPD::HTTPD", [&] {
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto const& reduction = plot.reductions[i];
      auto const value = reduction.empty() ? iotools::scalar(cctkGH, plot.variable)
                                           : iotools::reduce(cctkGH, reduction, plot.variable);
      values[i] = value.value_or(values[i]);
    }
    return 0;
  });
  return values;
}

} // namespace httpd
