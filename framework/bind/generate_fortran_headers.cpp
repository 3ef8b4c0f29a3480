/// Parameters, arguments and aliased functions as declarations of Fortran; && ends each.
#include "framework/base/text.hpp"
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/visible_names.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

std::string macro(std::string const& name, std::vector<std::string> const& statements) {
  std::string text = "#define " + name;
  for (auto const& statement : statements) text += " \\\n&& " + statement;
  return text + (statements.empty() ? "\n" : " &&\n");
}

std::vector<std::string> size_names(FortranArguments const& arguments) {
  std::vector<std::string> names;
  for (auto const& group : arguments.groups) {
    if (is_array(*group.group))
      for (int direction = 0; direction < group.group->dimension; ++direction)
        names.push_back("X" + std::to_string(direction) + group.name);
    if (group.group->vector_length) names.push_back(group.name + "_length");
  }
  return names;
}

std::vector<std::string> size_declarations(FortranArguments const& arguments) {
  std::vector<std::string> statements;
  for (auto const& name : size_names(arguments)) statements.push_back("integer " + name);
  return statements;
}

std::string argument_list(FortranArguments const& arguments) {
  std::vector<std::string> names{"CHEMORA_GRID_ARGUMENTS"};
  for (auto const& name : size_names(arguments)) names.push_back(name);
  for (auto const& variable : arguments.variables)
    for (int level = 0; level < variable.group->n_time_levels; ++level)
      names.push_back(time_level_name(variable.name, level));
  std::string text = "#define CCTK_ARGUMENTS ";
  for (auto const& name : names) text += (&name == &names.front() ? "" : ", \\\n") + name;
  return text + "\n";
}

/// Returns the type of a dummy argument. A variable whose type a parameter selects is declared as CCTK_BYTE, so that no
/// function uses it as a variable of type CCTK_REAL.
std::string type_of(VisibleVariable const& variable) {
  return variable.group->type_parameter.empty() ? "CCTK_" + variable.group->type : "CCTK_BYTE";
}

std::string declare_all(FortranArguments const& arguments) {
  auto statements = size_declarations(arguments);
  for (auto const& variable : arguments.variables)
    for (int level = 0; level < variable.group->n_time_levels; ++level)
      statements.push_back(type_of(variable) + " " + time_level_name(variable.name, level) +
                           arguments.dimensions(variable));
  return macro("DECLARE_CCTK_ARGUMENTS CHEMORA_DECLARE_GRID", statements);
}

/// Declares the variables that the function READS (as intent(in)) or WRITES. All other variables of the thorn get a
/// type without operations, so that the function cannot use them. Capital letters as in `iNteNt` are part of the text
/// that thorns of Cactus expect.
std::string declare_accessible(FortranArguments const& arguments, FunctionAccess const& function) {
  auto statements = size_declarations(arguments);
  statements.insert(statements.end(), {"type cctki_inaccessible_grid_variable", "integer :: dummy", "end type"});
  for (auto const& variable : arguments.variables)
    for (int level = 0; level < variable.group->n_time_levels; ++level) {
      auto const access =
          std::find_if(function.accesses.begin(), function.accesses.end(), [&](DeclaredAccess const& other) {
            return other.variable.full_name() == variable.full_name() && other.time_level == level;
          });
      std::string const name = time_level_name(variable.name, level);
      if (access == function.accesses.end())
        statements.push_back("type(cctki_inaccessible_grid_variable), intent(IN) :: " + name);
      else
        statements.push_back(type_of(variable) + (access->is_written ? "" : ", iNteNt(iN)") + " :: " + name +
                             arguments.dimensions(variable));
    }
  std::string const name = "DECLARE_CCTK_ARGUMENTS_" + function.name;
  std::string const capitals = ccl::upper_case(name);
  return macro(name + " CHEMORA_DECLARE_GRID", statements) +
         (capitals == name ? "" : "#define " + capitals + " " + name + "\n");
}

bool is_fortran_function(Thorn const& thorn, std::string const& function) {
  auto const items = all_items(thorn.schedule);
  return std::any_of(items.begin(), items.end(), [&](auto const* item) {
    return !item->is_group && item->name.text == function && item->language == "FORTRAN";
  });
}

} // namespace

std::string fortran_parameters_header(Thorn const& thorn) {
  std::vector<std::string> statements, names;
  for (auto const& member : fortran_parameters(thorn)) {
    std::string const length =
        member.parameter->array_length ? "(" + std::to_string(*member.parameter->array_length) + ")" : "";
    statements.push_back(member.type + " " + member.parameter->local_name() + length);
    names.push_back(member.parameter->local_name());
  }
  if (!names.empty())
    statements.push_back("common /" + fortran_parameter_common(thorn) + "/ " + base::join(names, ","));
  return "/* The parameters of thorn " + thorn.name + ": copies that are updated after every change. */\n" +
         macro("DECLARE_CCTK_PARAMETERS", statements);
}

std::string fortran_arguments_header(ThornSet const& set, Thorn const& thorn) {
  auto const arguments = fortran_arguments(set, thorn);
  std::string text = "/* The arguments of the scheduled functions of thorn " + thorn.name + ". */\n" +
                     argument_list(arguments) + "#define CCTK_PASS_FTOF CCTK_ARGUMENTS\n" + declare_all(arguments) +
                     "#define DECLARE_CCTK_ARGUMENTS_CHECKED(function) DECLARE_CCTK_ARGUMENTS_/**/function\n";
  for (auto const& function : declared_accesses(set, thorn))
    if (is_fortran_function(thorn, function.name)) text += declare_accessible(arguments, function);
  return text;
}

std::string fortran_functions_header(ThornSet const& set, Thorn const& thorn) {
  std::vector<std::string> statements;
  auto const declare = [&](std::string const& name) {
    auto const* const prototype = find_prototype(set, thorn, name);
    if (!prototype) return;
    statements.push_back("external " + name);
    if (prototype->return_type != "void") statements.push_back(prototype->return_type + " " + name);
  };
  std::vector<std::string> declared;
  for (auto const* const list : {&thorn.interface.uses_functions, &thorn.interface.requires_functions})
    for (auto const& name : *list) {
      if (base::contains(declared, ccl::lower_case(name.text))) continue;
      declared.push_back(ccl::lower_case(name.text));
      declare(name.text);
    }
  return "/* Aliased functions that thorn " + thorn.name + " uses. */\n" +
         macro("DECLARE_CCTK_FUNCTIONS _DECLARE_CCTK_FUNCTIONS", statements);
}

} // namespace chemora::bind
