// C types of functions' arguments.
#include "framework/bind/prototypes.hpp"

#include "framework/ccl/name.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

using Intent = ccl::FunctionArgument::Intent;

std::string c_arguments(std::vector<ccl::FunctionArgument> const& arguments);

/// Values come as `T const x`, read-only arrays as `T const *x`, everything that is written as `T *x`.
std::string c_argument(ccl::FunctionArgument const& argument) {
  std::string const& name = argument.name.text;
  if (argument.is_function_pointer) return argument.type + " (*" + name + ")(" + c_arguments(argument.arguments) + ")";
  if (argument.intent != Intent::in) return argument.type + " *" + name;
  return argument.type + " const " + (argument.is_array ? "*" : "") + name;
}

std::string c_arguments(std::vector<ccl::FunctionArgument> const& arguments) {
  std::string text;
  for (auto const& argument : arguments) text += (text.empty() ? "" : ", ") + c_argument(argument);
  return text.empty() ? "void" : text;
}

void add(std::vector<ccl::Name>& names, ccl::Name const& name) {
  auto const is_same = [&](auto const& other) { return other.text == name.text; };
  if (std::none_of(names.begin(), names.end(), is_same)) names.push_back(name);
}

} // namespace

std::string c_declaration(ccl::FunctionPrototype const& prototype, std::string const& name) {
  return prototype.return_type + " " + name + "(" + c_arguments(prototype.arguments) + ")";
}

std::string c_pointer_type(ccl::FunctionPrototype const& prototype) {
  return prototype.return_type + " (*)(" + c_arguments(prototype.arguments) + ")";
}

std::string c_argument_names(ccl::FunctionPrototype const& prototype) {
  std::string text;
  for (auto const& argument : prototype.arguments) text += (text.empty() ? "" : ", ") + argument.name.text;
  return text;
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

} // namespace chemora::bind
