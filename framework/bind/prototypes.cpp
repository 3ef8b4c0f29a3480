#include "framework/bind/generated_texts.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

using Intent = ccl::FunctionArgument::Intent;

std::string c_arguments(std::vector<ccl::FunctionArgument> const& arguments);

/// Declares an argument in C: `T const x` for values, `T const *x` for read-only arrays, `T *x` for written arguments.
std::string c_argument(ccl::FunctionArgument const& argument) {
  std::string const& name = argument.name.text;
  if (argument.is_function_pointer) return argument.type + " (*" + name + ")(" + c_arguments(argument.arguments) + ")";
  if (argument.intent != Intent::in) return argument.type + " *" + name;
  return argument.type + " const " + (argument.is_array ? "*" : "") + name;
}

std::string c_arguments(std::vector<ccl::FunctionArgument> const& arguments) {
  return arguments.empty() ? "void" : base::join(arguments, ", ", c_argument);
}

void add(std::vector<ccl::Name>& names, ccl::Name const& name) {
  auto const is_same = [&](auto const& other) { return other.text == name.text; };
  if (std::none_of(names.begin(), names.end(), is_same)) names.push_back(name);
}

using Argument = ccl::FunctionArgument;
using Arguments = std::vector<Argument>;

bool is_string(Argument const& argument) {
  return argument.type == "CCTK_STRING" && !argument.is_array && !argument.is_function_pointer;
}
bool is_value(Argument const& argument) { return argument.intent == Argument::Intent::in && !argument.is_array; }

std::string list(Arguments const& arguments, auto text_of, auto length_of_string) {
  std::string text, lengths;
  for (auto const& argument : arguments) {
    text += (text.empty() ? "" : ", ") + text_of(argument);
    if (is_string(argument)) lengths += length_of_string(argument);
  }
  return text + lengths;
}

std::string fortran_parameters(Arguments const& arguments) {
  auto const parameter = [](Argument const& argument) -> std::string {
    std::string const& name = argument.name.text;
    if (argument.is_function_pointer)
      return argument.type + " (*" + name + ")(" + fortran_parameters(argument.arguments) + ")";
    if (is_string(argument)) return "char const *" + name;
    return argument.type + (argument.intent == Argument::Intent::in ? " const *" : " *") + name;
  };
  return list(arguments, parameter,
              [](Argument const& argument) { return ", CCTK_FORTRAN_STRLEN_T " + argument.name.text + "_length"; });
}

/// The name of the struct that adapts a Fortran procedure to C, or a C function to Fortran.
std::string adapter_name(std::string const& function, Argument const& argument, bool makes_c) {
  return (makes_c ? "CFunction_" : "FortranFunction_") + function + "_" + argument.name.text;
}

std::string adapted(std::string const& function, Argument const& argument, bool makes_c) {
  return "chemora::bind::fortran::Adapters<" + adapter_name(function, argument, makes_c) + ">::adapt(" +
         argument.name.text + ")";
}

std::string to_fortran(std::string const& function, Arguments const& arguments) {
  auto const expression = [&](Argument const& argument) -> std::string {
    if (argument.is_function_pointer) return adapted(function, argument, false);
    return (is_value(argument) && !is_string(argument) ? "&" : "") + argument.name.text;
  };
  return list(arguments, expression, [](Argument const& argument) {
    return ", chemora::bind::fortran::length_of(" + argument.name.text + ")";
  });
}

std::string to_c(std::string const& function, Arguments const& arguments) {
  auto const expression = [&](Argument const& argument) -> std::string {
    std::string const& name = argument.name.text;
    if (argument.is_function_pointer) return adapted(function, argument, true);
    if (is_string(argument)) return "chemora::bind::fortran::c_string(" + name + ", " + name + "_length).c_str()";
    return (is_value(argument) ? "*" : "") + name;
  };
  return list(arguments, expression, [](Argument const&) { return std::string(); });
}

std::string adapter(std::string const& function, Argument const& argument, bool makes_c) {
  ccl::FunctionPrototype const inner{argument.name, argument.type, argument.arguments};
  std::string const c_type = c_pointer_type(inner);
  std::string const fortran_parameter_list = fortran_parameters(argument.arguments);
  std::string const fortran_type = argument.type + " (*)(" + fortran_parameter_list + ")";
  std::string const name = adapter_name(function, argument, makes_c);
  std::string const declaration =
      makes_c ? c_declaration(inner, "call") : argument.type + " call(" + fortran_parameter_list + ")";
  return "struct " + name + " {\n  static constexpr char const *name = \"" + argument.name.text + " of " + function +
         "\";\n  using Target = " + (makes_c ? fortran_type : c_type) +
         ";\n  using Result = " + (makes_c ? c_type : fortran_type) +
         ";\n  template <std::size_t chemora_slot> static " + declaration +
         " {\n    return chemora::bind::fortran::Adapters<" + name + ">::target(chemora_slot)(" +
         (makes_c ? to_fortran(function, argument.arguments) : to_c(function, argument.arguments)) + ");\n  }\n};\n";
}

} // namespace

std::string c_declaration(ccl::FunctionPrototype const& prototype, std::string const& name) {
  return prototype.return_type + " " + name + "(" + c_arguments(prototype.arguments) + ")";
}

std::string c_pointer_type(ccl::FunctionPrototype const& prototype) {
  return prototype.return_type + " (*)(" + c_arguments(prototype.arguments) + ")";
}

std::string c_argument_names(ccl::FunctionPrototype const& prototype) {
  return base::join(prototype.arguments, ", ", [](auto const& argument) { return argument.name.text; });
}

ccl::FunctionPrototype const* find_prototype(ThornSet const& set, Thorn const& thorn, std::string const& function) {
  auto const find_in = [&](Thorn const& other) -> ccl::FunctionPrototype const* {
    for (auto const& prototype : other.interface.prototypes)
      if (prototype.name.text == function) return &prototype;
    return nullptr;
  };
  if (auto const* const own = find_in(thorn)) return own;
  for (auto const& other : set.thorns)
    if (auto const* const found = find_in(other)) return found;
  return nullptr;
}

std::vector<ccl::Name> aliased_function_names(Thorn const& thorn) {
  std::vector<ccl::Name> names;
  for (auto const& name : thorn.interface.uses_functions) add(names, name);
  for (auto const& name : thorn.interface.requires_functions) add(names, name);
  for (auto const& clause : thorn.interface.provides_functions) add(names, clause.function);
  return names;
}

std::vector<ccl::Name> aliased_function_names(ThornSet const& set) {
  std::vector<ccl::Name> names;
  for (auto const& thorn : set.thorns)
    for (auto const& name : aliased_function_names(thorn)) add(names, name);
  return names;
}

std::string fortran_symbol(std::string const& name) { return ccl::lower_case(name) + "_"; }

std::string fortran_declaration(ccl::FunctionPrototype const& prototype, std::string const& symbol) {
  return prototype.return_type + " " + symbol + "(" + fortran_parameters(prototype.arguments) + ")";
}

std::string fortran_arguments_from_c(ccl::FunctionPrototype const& prototype) {
  return to_fortran(prototype.name.text, prototype.arguments);
}

std::string c_arguments_from_fortran(ccl::FunctionPrototype const& prototype) {
  return to_c(prototype.name.text, prototype.arguments);
}

std::string fortran_adapters(ccl::FunctionPrototype const& prototype) {
  std::string text;
  for (auto const& argument : prototype.arguments)
    if (argument.is_function_pointer)
      text += adapter(prototype.name.text, argument, true) + adapter(prototype.name.text, argument, false);
  return text;
}

} // namespace chemora::bind
