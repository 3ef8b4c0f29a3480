#include "loop_arguments.hpp"

#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "registered_kernels.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

namespace ca_kernel {

namespace base = chemora::base;
namespace runtime = chemora::runtime;
using chemora::loop_functions::Argument;
using chemora::loop_functions::ScriptVariables;

namespace {

/// The value of a name of the grid such as `cctk_lsh1`, if it is one.
std::optional<std::function<double(cGH const*)>> grid_value(std::string const& name) {
  std::string const lower = base::lower_case(name);
  if (lower == "cctk_iteration") return [](cGH const* cctkGH) { return static_cast<double>(cctkGH->cctk_iteration); };
  if (lower == "cctk_time") return [](cGH const* cctkGH) { return cctkGH->cctk_time; };
  if (lower == "cctk_delta_time")
    return [](cGH const* cctkGH) {
      DECLARE_CCTK_ARGUMENTS
      return static_cast<double>(CCTK_DELTA_TIME);
    };
  if (lower.empty() || lower.back() < '1' || lower.back() > '3') return std::nullopt;
  int const d = lower.back() - '1';
  std::string const member = lower.substr(0, lower.size() - 1);
  using Integers = int* cGH::*;
  std::map<std::string, Integers> const integers{{"cctk_lsh", &cGH::cctk_lsh},
                                                 {"cctk_ash", &cGH::cctk_ash},
                                                 {"cctk_gsh", &cGH::cctk_gsh},
                                                 {"cctk_lbnd", &cGH::cctk_lbnd},
                                                 {"cctk_nghostzones", &cGH::cctk_nghostzones}};
  if (auto const found = integers.find(member); found != integers.end())
    return [d, pointer = found->second](cGH const* cctkGH) {
      return d < cctkGH->cctk_dim ? static_cast<double>((cctkGH->*pointer)[d]) : 1.0;
    };
  if (member == "cctk_delta_space")
    return [d](cGH const* cctkGH) {
      DECLARE_CCTK_ARGUMENTS
      return static_cast<double>(CCTK_DELTA_SPACE(d));
    };
  if (member == "cctk_origin_space")
    return [d](cGH const* cctkGH) {
      DECLARE_CCTK_ARGUMENTS
      return static_cast<double>(CCTK_ORIGIN_SPACE(d));
    };
  return std::nullopt;
}

cGroupDynamicData group_data(cGH const* cctkGH, int variable) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data) < 0)
    throw base::UserError(std::string("The driver does not know the size of ") + CCTK_FullVarName(variable) + ".");
  return data;
}

long n_elements(cGH const* cctkGH, int variable) {
  auto const data = group_data(cctkGH, variable);
  long n = 1;
  for (int d = 0; d < data.dim; ++d) n *= data.ash[d];
  return n;
}

/// Throws if an axis of an array besides the last one is divided among processes.
void check_division(cGH const* cctkGH, Argument const& argument, int variable) {
  if (CCTK_GroupTypeFromVarI(variable) != CCTK_ARRAY) return;
  auto const data = group_data(cctkGH, variable);
  for (int d = 0; d + 1 < data.dim; ++d)
    if (data.lsh[d] != data.gsh[d])
      throw base::UserError(argument.where, "Axis " + std::to_string(d + 1) + " of the array " +
                                                CCTK_FullVarName(variable) +
                                                " is divided among processes. Loops need whole elements: write "
                                                "TAGS='DistributedAxis=\"last\"' in the declaration of its group.");
}

/// The index of a variable of the thorn or of `OWNER::name`; -1 if there is none.
int variable_index(std::string const& thorn, std::string const& name) {
  if (name.find("::") != std::string::npos) {
    int const index = CCTK_VarIndex(name.c_str());
    if (index >= 0) return index;
    std::string const owner = name.substr(0, name.find("::"));
    char const* const implementation = CCTK_ThornImplementation(owner.c_str());
    return implementation ? CCTK_VarIndex((implementation + name.substr(owner.size())).c_str()) : -1;
  }
  int const index = CCTK_VarIndex((std::string(CCTK_ThornImplementation(thorn.c_str())) + "::" + name).c_str());
  return index >= 0 ? index : CCTK_VarIndex((thorn + "::" + name).c_str());
}

double number(void const* data, int type) {
  return type == PARAMETER_REAL ? *static_cast<CCTK_REAL const*>(data)
                                : static_cast<double>(*static_cast<CCTK_INT const*>(data));
}

bool is_number(int type) { return type == PARAMETER_REAL || type == PARAMETER_INT || type == PARAMETER_BOOLEAN; }

} // namespace

LoopArgumentSources::LoopArgumentSources(runtime::RegisteredLoops const& loops) : loops_(loops) {
  base::Diagnostics errors(&loops.function.source);
  for (Argument const& argument : loops.function.arguments)
    base::collect_errors(errors, [&] {
      if (argument.is_array)
        arrays_.push_back(
            {&argument, find_array(argument, argument.meaning.empty() ? argument.name : argument.meaning)});
      else
        add_scalar(argument);
    });
  errors.throw_if_errors();
}

std::optional<runtime::GridArray> find_variable(std::string const& thorn, std::string name) {
  for (int level = 0;; ++level) {
    if (int const variable = variable_index(thorn, name); variable >= 0) return runtime::GridArray{variable, level};
    if (!base::lower_case(name).ends_with("_p")) return std::nullopt;
    name.resize(name.size() - 2);
  }
}

runtime::GridArray LoopArgumentSources::find_array(Argument const& argument, std::string name) const {
  if (auto const array = find_variable(loops_.thorn, name)) return *array;
  throw base::UserError(argument.where, "The argument `" + argument.name + "` of " + loops_.full_name() +
                                            " is the variable `" + name + "`, which does not exist in this run.");
}

void LoopArgumentSources::add_scalar(Argument const& argument) {
  bool const has_meaning = !argument.meaning.empty();
  auto source = argument.meaning.find('(') != std::string::npos
                    ? extent_source(argument, argument.meaning)
                    : find_scalar(loops_.thorn, has_meaning ? argument.meaning : argument.name);
  if (source) {
    scalars_[argument.name] = std::move(source);
  } else if (has_meaning || argument.type != chemora::ir::Type::int32) {
    throw base::UserError(argument.where, "The scalar argument `" + argument.name + "` of " + loops_.full_name() +
                                              " is neither a parameter of type INT, REAL or BOOLEAN, nor a scalar "
                                              "variable, nor a name of the grid.");
  }
}

FindValue find_scalar(std::string const& thorn, std::string const& name) {
  auto const colons = name.find("::");
  std::string const owner = colons == std::string::npos ? thorn : name.substr(0, colons);
  std::string const local = colons == std::string::npos ? name : name.substr(colons + 2);
  int type = 0;
  if (void const* const data = find_parameter(owner, local, type); data && is_number(type))
    return [data, type](cGH const*) { return number(data, type); };
  if (auto value = grid_value(name)) return *value;
  int const variable = variable_index(thorn, name);
  if (variable < 0 || CCTK_GroupTypeFromVarI(variable) != CCTK_SCALAR) return {};
  bool const is_integer = CCTK_VarTypeI(variable) == CCTK_VARIABLE_INT;
  return [variable, is_integer](cGH const* cctkGH) {
    void const* const data = CCTK_VarDataPtrI(cctkGH, 0, variable);
    if (!data) throw base::UserError(std::string(CCTK_FullVarName(variable)) + " has no storage. Add STORAGE for it.");
    return is_integer ? static_cast<double>(*static_cast<CCTK_INT const*>(data)) : *static_cast<CCTK_REAL const*>(data);
  };
}

// chemora-bind has checked the form of the text.
FindValue LoopArgumentSources::extent_source(Argument const& argument, std::string const& text) const {
  auto const open = text.find('('), comma = text.find(','), close = text.find(')');
  std::string const function = base::trimmed(text.substr(0, open));
  int const variable = find_array(argument, base::trimmed(text.substr(open + 1, comma - open - 1))).variable;
  int const d = std::atoi(text.substr(comma + 1, close - comma - 1).c_str()) - 1;
  return [=](cGH const* cctkGH) {
    auto const data = group_data(cctkGH, variable);
    int const* const values = function == "lsh" ? data.lsh : function == "gsh" ? data.gsh : data.lbnd;
    return static_cast<double>(values[d]);
  };
}

runtime::LoopArguments LoopArgumentSources::values(cGH const* cctkGH) const {
  runtime::LoopArguments arguments;
  for (auto const& [name, find] : scalars_) arguments.scalars[name] = find(cctkGH);
  for (Argument const& argument : loops_.function.arguments)
    if (argument.type == chemora::ir::Type::int32 && arguments.scalars.contains(argument.name))
      arguments.integers[argument.name] = static_cast<long>(arguments.scalars[argument.name]);
  std::map<std::string, long> elements;
  for (auto const& [argument, array] : arrays_) {
    long const n = elements[argument->name] = n_elements(cctkGH, array.variable);
    if (n == 0)
      arguments.empty_arrays.insert(argument->name);
    else
      check_division(cctkGH, *argument, array.variable);
  }
  arguments.integers = chemora::loop_functions::complete_extents(loops_.function, arguments.integers, elements);
  for (auto const& [name, value] : arguments.integers) arguments.scalars[name] = static_cast<double>(value);
  return arguments;
}

void LoopArgumentSources::add_addresses(cGH const* cctkGH, runtime::LoopArguments& arguments) const {
  CactusGridFunctions const functions(cctkGH);
  for (auto const& [argument, array] : arrays_) {
    void* const address = functions.address(array);
    if (!address && !arguments.empty_arrays.contains(argument->name))
      throw base::UserError(argument->where, functions.name(array) + " has no storage when " + loops_.full_name() +
                                                 " runs. Add STORAGE for its group to schedule.ccl.");
    arguments.arrays[argument->name] = address;
  }
}

std::vector<runtime::GridArray> LoopArgumentSources::partly_written() const {
  std::vector<runtime::GridArray> arrays;
  for (auto const& [argument, array] : arrays_)
    if (argument->is_written && !argument->is_read && !argument->is_overwritten) arrays.push_back(array);
  return arrays;
}

ScriptParameters::ScriptParameters(std::string const& thorn, std::string const& text) {
  auto const occurs = [&](std::string const& name) {
    auto const is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
      if ((at == 0 || !is_part(text[at - 1])) && (at + name.size() == text.size() || !is_part(text[at + name.size()])))
        return true;
    return text.empty();
  };
  cParamData const* data = nullptr;
  for (int first = 1; CCTK_ParameterWalk(first, thorn.c_str(), nullptr, &data) == 0; first = 0) {
    int type = 0;
    void const* const value = find_parameter(thorn, data->name, type);
    if (value && is_number(type) && occurs(data->name)) parameters_.push_back({data->name, type, value});
  }
}

ScriptVariables ScriptParameters::values() const {
  using chemora::transform::make_value;
  ScriptVariables variables;
  for (auto const& [name, type, value] : parameters_)
    variables[name] = type == PARAMETER_REAL      ? make_value(number(value, type))
                      : type == PARAMETER_BOOLEAN ? make_value(number(value, type) != 0)
                                                  : make_value(static_cast<long>(number(value, type)));
  return variables;
}

} // namespace ca_kernel
