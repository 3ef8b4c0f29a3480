/// The tables of a thorn, the list of all thorns, and the aliased functions as C++ text.
#include "framework/base/generated_code.hpp"
#include "framework/base/hash.hpp"
#include "framework/base/text.hpp"
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/visible_names.hpp"

#include <algorithm>
#include <span>

namespace chemora::bind {

namespace {

std::string embedded(Thorn const& thorn, std::string const& file, base::SourceText const& text) {
  std::string const indent = "       ";
  return "      {" + base::cpp_literal(thorn.arrangement + "/" + thorn.name + "/" + file) + ",\n" + indent +
         base::cpp_literal(text.contents, indent) + "},\n";
}

/// Returns the first schedule item of each function.
std::vector<ccl::ScheduleItem const*> scheduled_functions(Thorn const& thorn) {
  std::vector<ccl::ScheduleItem const*> items;
  for (auto const* const item : all_items(thorn.schedule)) {
    auto const is_same = [&](auto const* other) { return other->name.text == item->name.text; };
    if (!item->is_group && std::none_of(items.begin(), items.end(), is_same)) items.push_back(item);
  }
  return items;
}

/// Declarations of the C functions of the thorn that the framework calls.
std::vector<std::string> called_functions(Thorn const& thorn) {
  std::vector<std::string> names;
  auto const add = [&](std::string const& name) {
    if (!base::contains(names, name)) names.push_back(name);
  };
  for (auto const* const item : scheduled_functions(thorn))
    if (item->language != "FORTRAN") add(item->name.text);
  for (auto const& clause : thorn.interface.provides_functions)
    if (!clause.is_fortran) add(clause.with.text);
  return names;
}

/// The owner of a parameter: the implementation, or the thorn if the parameter is private.
std::string owner_of(ccl::Parameter const& parameter, Thorn const& thorn) {
  if (parameter.origin != ccl::ParameterOrigin::declared) return parameter.shared_from;
  return parameter.scope == ccl::ParameterScope::private_scope ? thorn.name : thorn.implementation();
}

/// `T const name[] = {...};`, or an empty array when there are no rows.
std::string table(std::string const& type, std::string const& name, std::string const& rows) {
  if (rows.empty()) return "std::array<" + type + ", 0> const " + name + "{};\n";
  return type + " const " + name + "[] = {\n" + rows + "};\n";
}

std::string tables(ThornSet const& set, Thorn const& thorn) {
  std::string functions, provided, parameters, variables, former;
  for (auto const* const item : scheduled_functions(thorn))
    functions += "    {\"" + item->name.text + (item->language == "FORTRAN" ? "\", true, " : "\", false, ") +
                 scheduled_function_entry(*item) + "},\n";
  for (auto const& clause : thorn.interface.provides_functions)
    provided += "    {\"" + clause.function.text + "\", " +
                (clause.is_fortran ? "reinterpret_cast<FunctionPointer>(provide_" + clause.function.text + ")"
                                   : clause.with.text) +
                "},\n";
  for (auto const& parameter : thorn.param.parameters)
    parameters += "    {\"" + owner_of(parameter, thorn) + "\", \"" + parameter.name.text +
                  "\", &chemora_parameters_of_" + thorn.name + "." + parameter.local_name() + "},\n";
  for (auto const& variable : visible_variables(set, thorn))
    variables +=
        "    {\"" + variable.full_name() + "\", &chemora_variables_of_" + thorn.name + "." + variable.name + "},\n";
  for (auto const& name : thorn.former_names)
    former += "    {" + base::cpp_literal(name.name) + ", " + base::cpp_literal(name.parameter) + ", " +
              base::cpp_literal(name.value) + "},\n";
  return table("ScheduledFunction", "scheduled_functions", functions) + table("FormerName", "former_names", former) +
         table("ProvidedFunction", "provided_functions", provided) +
         table("ParameterSlot", "parameter_slots", parameters) + table("VariableSlot", "variable_slots", variables);
}

/// Generates the definition of an aliased function, which calls the active provider through a function pointer.
std::string aliased_function(ccl::FunctionPrototype const& prototype, std::string const& name) {
  std::string const arguments = c_argument_names(prototype);
  std::string const call =
      "reinterpret_cast<" + c_pointer_type(prototype) + ">(provider_of_" + name + ")(" + arguments + ")";
  return "static FunctionPointer provider_of_" + name +
         " = nullptr;\n"
         "extern \"C\" " +
         c_declaration(prototype, name) +
         " {\n"
         "  if (!provider_of_" +
         name + ") fail(\"" + name +
         "\");\n"
         "  return " +
         call + ";\n}\n\n" + aliased_function_for_fortran(prototype, name);
}

/// The definitions of aliased functions, and the table of these functions.
struct AliasedFunctions {
  std::string definitions, table;
};

AliasedFunctions aliased_functions(ThornSet const& set, std::vector<ccl::Name> const& names) {
  std::string functions, rows;
  for (auto const& name : names) {
    auto const* const prototype = find_prototype(set, set.thorns.front(), name.text);
    if (!prototype) continue; // reported by check_thorns
    functions += aliased_function(*prototype, name.text);
    rows += "    {\"" + name.text + "\", &provider_of_" + name.text + "},\n";
  }
  return {"using chemora::bind::FunctionPointer;\n\n"
          "[[maybe_unused]] static void fail(char const* name) {\n"
          "  CCTK_VError(__LINE__, __FILE__, \"Cactus\", \"The aliased function `%s` is called, but no active thorn "
          "provides it.\", name);\n"
          "}\n\n" +
              functions,
          table("AliasedFunction", "all_functions", rows)};
}

std::string identity(std::span<Thorn const> thorns) {
  std::string text;
  for (auto const& thorn : thorns)
    text += thorn.arrangement + "/" + thorn.name + "\n" + thorn.interface_text.contents + thorn.param_text.contents +
            thorn.schedule_text.contents + thorn.configuration_text.contents;
  return base::to_digest(text);
}

} // namespace

std::string thorn_binding_source(ThornSet const& set, Thorn const& thorn) {
  std::string declarations;
  for (auto const& name : called_functions(thorn)) declarations += "extern \"C\" void " + name + "();\n";
  std::string const parameters = "chemora_parameters_of_" + thorn.name,
                    variables = "chemora_variables_of_" + thorn.name;
  return "// The tables of thorn " + thorn.arrangement + "/" + thorn.name +
         " for the framework.\n"
         "#include \"framework/bind/fortran_call.hpp\"\n\n#define CHEMORA_NO_PROTOTYPES\n#include "
         "\"cctk_Arguments.h\"\n#include \"cctk_Parameters.h\"\n\n"
         "// Declared without arguments, because only the addresses are used here.\n" +
         declarations +
         "\n"
         "extern \"C\" {\n"
         "struct chemora_parameters_type_of_" +
         thorn.name + " " + parameters +
         " = {};\n"
         "struct chemora_variables_type_of_" +
         thorn.name + " " + variables +
         " = {};\n}\n\n"
         "namespace chemora::bind {\n\n" +
         fortran_parameter_block(thorn) + fortran_scheduled_functions(set, thorn) +
         fortran_provided_functions(set, thorn) + "namespace {\n\n" + tables(set, thorn) +
         "\n} // namespace\n\n"
         "ThornBinding binding_of_" +
         thorn.name + "() {\n  return {\n      \"" + thorn.name + "\",\n      " + base::cpp_literal(thorn.arrangement) +
         ",\n" + embedded(thorn, "interface.ccl", thorn.interface_text) +
         embedded(thorn, "param.ccl", thorn.param_text) + embedded(thorn, "schedule.ccl", thorn.schedule_text) +
         embedded(thorn, "configuration.ccl", thorn.configuration_text) +
         "      scheduled_functions,\n      provided_functions,\n      parameter_slots,\n      variable_slots,\n      "
         "copy_parameters,\n      former_names,\n  "
         "};\n}\n\n"
         "} // namespace chemora::bind\n";
}

std::string registry_source(ThornSet const& set) {
  std::string declarations, calls;
  for (auto const& thorn : set.thorns) {
    declarations += "ThornBinding binding_of_" + thorn.name + "();\n";
    calls += "      binding_of_" + thorn.name + "(),\n";
  }
  std::string const body =
      calls.empty() ? "  return {};\n" : "  static ThornBinding const all[] = {\n" + calls + "  };\n  return all;\n";
  return "// The thorns of this configuration, in ThornList order.\n#include \"framework/bind/thorn_binding.hpp\"\n\n"
         "namespace chemora::bind {\n\n" +
         declarations + "\nstd::span<ThornBinding const> thorn_bindings() {\n" + body +
         "}\n\nchar const* program_identity() { return \"" + identity(set.thorns) +
         "\"; }\n\n} // namespace chemora::bind\n";
}

std::string aliased_functions_source(ThornSet const& set) {
  auto const functions = aliased_functions(set, aliased_function_names(set));
  return "// Functions that thorns call by name: each calls its active provider.\n"
         "#include \"framework/bind/fortran_call.hpp\"\n\n#include \"cctk.h\"\n\n" +
         functions.definitions + "namespace chemora::bind {\n\n" + functions.table +
         "\nstd::span<AliasedFunction const> aliased_functions() { return all_functions; }\n\n"
         "} // namespace chemora::bind\n";
}

std::string added_thorn_source(ThornSet const& set) {
  ThornSet program = set;
  program.thorns.pop_back();
  auto names = aliased_function_names(set);
  std::erase_if(names, [in_program = aliased_function_names(program)](ccl::Name const& name) {
    return std::any_of(in_program.begin(), in_program.end(),
                       [&](auto const& other) { return other.text == name.text; });
  });
  auto const functions = aliased_functions(set, names);
  std::string const binding = "binding_of_" + set.thorns.back().name;
  return "// A thorn for a program that loads it at run time.\n"
         "#include \"framework/bind/fortran_call.hpp\"\n#include \"framework/bind/thorn_binding.hpp\"\n\n#include "
         "\"cctk.h\"\n\n" +
         functions.definitions + "namespace chemora::bind {\n\nThornBinding " + binding + "();\n\n" + functions.table +
         "\nextern \"C\" AddedThorn const* chemora_added_thorn() {\n  static AddedThorn const "
         "thorn{sizeof(ThornBinding), "
         "\"" +
         identity(program.thorns) + "\", " + binding +
         "(), all_functions};\n  return &thorn;\n}\n\n} // namespace chemora::bind\n";
}

} // namespace chemora::bind
