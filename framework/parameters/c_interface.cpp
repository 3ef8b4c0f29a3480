/// The C functions of cctk_Parameter.h.
#include "framework/parameters/par_evaluation.hpp"

#include "framework/include/cctk_Constants.h"
#include "framework/include/cctk_Parameter.h"

#include <cstring>
#include <map>
#include <memory>

namespace chemora::parameters {

namespace {

ParameterLevel current_level = ParameterLevel::normal;

int c_type(ccl::ParameterType type) {
  switch (type) {
  case ccl::ParameterType::integer:
    return PARAMETER_INT;
  case ccl::ParameterType::real:
    return PARAMETER_REAL;
  case ccl::ParameterType::keyword:
    return PARAMETER_KEYWORD;
  case ccl::ParameterType::string:
    return PARAMETER_STRING;
  case ccl::ParameterType::boolean:
    return PARAMETER_BOOLEAN;
  }
  return 0;
}

int c_scope(ccl::ParameterScope scope) {
  switch (scope) {
  case ccl::ParameterScope::global:
    return SCOPE_GLOBAL;
  case ccl::ParameterScope::private_scope:
    return SCOPE_PRIVATE;
  default:
    return SCOPE_RESTRICTED;
  }
}

int c_steerable(ccl::Steerable steerable) {
  switch (steerable) {
  case ccl::Steerable::always:
    return CCTK_STEERABLE_ALWAYS;
  case ccl::Steerable::recover:
    return CCTK_STEERABLE_RECOVER;
  case ccl::Steerable::never:
    return CCTK_STEERABLE_NEVER;
  }
  return CCTK_STEERABLE_NEVER;
}

/// Description of a parameter element as a C struct, and the texts to which the struct points.
struct CView {
  cParamData data{};
  std::vector<std::string> texts;
  std::vector<t_range> ranges;
};

/// C code must not change the returned text, although the C interface has no const.
char* c_text(std::string const& text) { return const_cast<char*>(text.c_str()); }

void fill_ranges(CView& view, Parameter const& parameter) {
  struct Line {
    std::string range, origin, description;
  };
  std::vector<Line> lines;
  auto const add = [&](std::vector<ccl::ParameterRange> const& ranges, std::string const& origin) {
    for (auto const& range : ranges) {
      bool const has_list =
          parameter.type() == ccl::ParameterType::keyword || parameter.type() == ccl::ParameterType::string;
      if (!has_list)
        lines.push_back({range_text(parameter.type(), range), origin, range.description});
      else
        for (auto const& value : range.values) lines.push_back({value, origin, range.description});
    }
  };
  add(parameter.declaration().ranges, parameter.thorn());
  for (auto const& extension : parameter.extensions()) add(*extension.ranges, extension.thorn);
  view.texts.reserve(view.texts.size() + 3 * lines.size());
  view.ranges.resize(lines.size());
  for (std::size_t n = 0; n < lines.size(); ++n) {
    auto const keep = [&](std::string text) { return c_text(view.texts.emplace_back(std::move(text))); };
    view.ranges[n] = {n > 0 ? &view.ranges[n - 1] : nullptr,
                      n + 1 < lines.size() ? &view.ranges[n + 1] : nullptr,
                      keep(lines[n].range),
                      keep(lines[n].origin),
                      1,
                      keep(lines[n].description)};
  }
  view.data.range = lines.empty() ? nullptr : view.ranges.data();
}

cParamData const* c_view(Parameter const& parameter, int element) {
  static std::map<std::pair<Parameter const*, int>, std::unique_ptr<CView>> views;
  auto& view = views[{&parameter, element}];
  if (!view) {
    view = std::make_unique<CView>();
    auto const& declaration = parameter.declaration();
    view->data.name = c_text(declaration.name.text);
    view->data.thorn = c_text(parameter.thorn());
    view->data.scope = c_scope(declaration.scope);
    view->data.description = c_text(declaration.description);
    view->data.defval = c_text(declaration.default_value);
    view->data.type = c_type(parameter.type());
    view->data.steerable = c_steerable(declaration.steerable);
    view->data.array_size = parameter.is_array() ? parameter.n_elements() : 0;
    view->data.array_index = element;
    view->data.accumulator_expression = declaration.accumulator.empty() ? nullptr : c_text(declaration.accumulator);
    fill_ranges(*view, parameter);
  }
  view->data.n_set = parameter.n_times_set(element);
  return &view->data;
}

/// Finds a parameter and one of its elements by a name such as `array[3]`.
struct Target {
  Parameter* parameter = nullptr;
  int element = 0;
};

Target find(char const* name, char const* thorn) {
  if (!name || !thorn) return {};
  auto const indexed = split_index(name);
  if (!indexed) return {};
  Parameter* const parameter = parameter_table().find(thorn, indexed->name);
  int const element = indexed->index < 0 ? 0 : indexed->index;
  if (!parameter || element >= parameter->n_elements()) return {};
  return {parameter, element};
}

std::string element_name(Parameter const& parameter, int element) {
  return parameter.is_array() ? parameter.name() + "[" + std::to_string(element) + "]" : parameter.name();
}

} // namespace

void set_parameter_level(ParameterLevel level) { current_level = level; }

} // namespace chemora::parameters

namespace parameters = chemora::parameters;

extern "C" {

int CCTK_ParameterLevel(void) {
  switch (parameters::current_level) {
  case parameters::ParameterLevel::strict:
    return CCTK_PARAMETER_STRICT;
  case parameters::ParameterLevel::relaxed:
    return CCTK_PARAMETER_RELAXED;
  case parameters::ParameterLevel::normal:
    return CCTK_PARAMETER_NORMAL;
  }
  return CCTK_PARAMETER_NORMAL;
}

int CCTK_ParameterSet(const char* name, const char* thorn, const char* value) {
  if (!name || !thorn || !value) return static_cast<int>(parameters::SetResult::unknown);
  auto& table = parameters::parameter_table();
  auto result = table.set(thorn, name, value).result;
  auto const target = parameters::find(name, thorn);
  bool const may_be_expression = result == parameters::SetResult::wrong_kind ||
                                 (result == parameters::SetResult::not_admissible && target.parameter &&
                                  target.parameter->type() == chemora::ccl::ParameterType::boolean);
  if (may_be_expression)
    if (auto const evaluated = parameters::evaluate_text(table, value))
      result = table.set(thorn, name, *evaluated).result;
  return static_cast<int>(result);
}

const void* CCTK_ParameterGet(const char* name, const char* thorn, int* type) {
  auto const target = parameters::find(name, thorn);
  if (!target.parameter) return nullptr;
  if (type) *type = parameters::c_type(target.parameter->type());
  switch (target.parameter->type()) {
  case chemora::ccl::ParameterType::integer:
  case chemora::ccl::ParameterType::boolean:
    return static_cast<int*>(target.parameter->storage()) + target.element;
  case chemora::ccl::ParameterType::real:
    return static_cast<double*>(target.parameter->storage()) + target.element;
  default:
    return static_cast<char const**>(target.parameter->storage()) + target.element;
  }
}

char* CCTK_ParameterValString(const char* name, const char* thorn) {
  auto const target = parameters::find(name, thorn);
  return target.parameter ? strdup(target.parameter->text(target.element).c_str()) : nullptr;
}

int CCTK_ParameterWalk(int first, const char* origin, char** pfullname, const cParamData** pdata) {
  static std::size_t place = 0;
  static int element = 0;
  auto& all = parameters::parameter_table().all();
  if (first) {
    place = 0;
    element = 0;
  } else if (place < all.size() && ++element >= all[place].n_elements()) {
    ++place;
    element = 0;
  }
  while (place < all.size() && origin && !chemora::ccl::same_name(all[place].thorn(), origin)) ++place;
  if (place >= all.size()) return 1;
  auto const& parameter = all[place];
  if (pfullname) *pfullname = strdup((parameter.owner() + "::" + parameters::element_name(parameter, element)).c_str());
  if (pdata) *pdata = parameters::c_view(parameter, element);
  return 0;
}

const cParamData* CCTK_ParameterData(const char* name, const char* thorn) {
  auto const target = parameters::find(name, thorn);
  return target.parameter ? parameters::c_view(*target.parameter, target.element) : nullptr;
}

int CCTK_ParameterQueryTimesSet(const char* name, const char* thorn) {
  auto const target = parameters::find(name, thorn);
  return target.parameter ? target.parameter->n_times_set(target.element) : -1;
}

} // extern "C"
