/// C functions that call the Fortran functions of a thorn, and copies of its parameters.
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/visible_names.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

/// The functions scheduled in Fortran, each once.
std::vector<ccl::ScheduleItem const*> fortran_items(Thorn const& thorn) {
  std::vector<ccl::ScheduleItem const*> found;
  for (auto const* const item : all_items(thorn.schedule)) {
    auto const is_same = [&](auto const* other) { return ccl::same_name(other->name.text, item->name.text); };
    if (!item->is_group && item->language == "FORTRAN" && std::none_of(found.begin(), found.end(), is_same))
      found.push_back(item);
  }
  return found;
}

std::string addresses(Thorn const& thorn, FortranArguments const& arguments) {
  std::string text;
  for (auto const* const value :
       {"dim",           "gsh[]",      "lsh[]",     "lbnd[]",        "ubnd[]",           "patch",    "npatches",
        "tile_min[]",    "tile_max[]", "ash[]",     "alignment",     "alignment_offset", "from[]",   "to[]",
        "bbox[]",        "delta_time", "time",      "delta_space[]", "origin_space[]",   "levfac[]", "levoff[]",
        "levoffdenom[]", "timefac",    "convlevel", "convfac",       "nghostzones[]",    "iteration"}) {
    std::string name = value;
    bool const is_pointer = name.ends_with("[]");
    if (is_pointer) name.resize(name.size() - 2);
    text += std::string(text.empty() ? "" : ", ") + (is_pointer ? "" : "&") + "cctkGH->cctk_" + name;
  }
  text += ", &cctkGH, fortran::grid_size(cctkGH, 0), fortran::grid_size(cctkGH, 1), fortran::grid_size(cctkGH, 2)";
  for (auto const& group : arguments.groups) {
    if (is_array(*group.group))
      for (int direction = 0; direction < group.group->dimension; ++direction)
        text += ",\n      sizes_of_" + group.name + ".size(" + std::to_string(direction) + ")";
    if (group.group->vector_length) text += ",\n      sizes_of_" + group.name + ".length()";
  }
  for (auto const& variable : arguments.variables)
    for (int level = 0; level < variable.group->n_time_levels; ++level)
      text += ",\n      fortran::data(cctkGH, chemora_variables_of_" + thorn.name + "." + variable.name + ", " +
              std::to_string(level) + ")";
  return text;
}

} // namespace

std::string fortran_parameter_block(Thorn const& thorn) {
  std::string members, copies;
  std::string const block = fortran_symbol(fortran_parameter_common(thorn));
  for (auto const& member : fortran_parameters(thorn)) {
    std::string const name = member.parameter->local_name();
    std::string const length = std::to_string(member.parameter->array_length.value_or(1));
    members += "  " + member.type + " " + name + "[" + length + "];\n";
    copies += "  fortran::copy_parameter(" + block + "." + name + ", chemora_parameters_of_" + thorn.name + "." + name +
              ");\n";
  }
  if (members.empty()) return "static void copy_parameters() {}\n\n";
  // gfortran assumes that a common block begins at a multiple of 32 bytes, and moves its members with aligned
  // instructions.
  return "// The common block of the parameters in Fortran.\nextern \"C\" {\nstruct chemora_common_of_" + thorn.name +
         " {\n" + members + "};\nalignas(32) struct chemora_common_of_" + thorn.name + " " + block +
         " = {};\n}\nstatic void copy_parameters() {\n" + copies + "}\n\n";
}

std::string scheduled_function_entry(ccl::ScheduleItem const& item) {
  if (item.language != "FORTRAN") return item.name.text;
  std::string const symbol = fortran_symbol(item.name.text);
  return ccl::takes_no_arguments(item.in.text) ? symbol : "reinterpret_cast<FunctionPointer>(call_" + symbol + ")";
}

std::string fortran_scheduled_functions(ThornSet const& set, Thorn const& thorn) {
  auto const items = fortran_items(thorn);
  std::string declarations, callers;
  for (auto const* const item : items) {
    std::string const symbol = fortran_symbol(item->name.text);
    declarations += "extern \"C\" void " + symbol + "();\n";
    if (!ccl::takes_no_arguments(item->in.text))
      callers += "static void call_" + symbol + "(cGH *cctkGH) { call_fortran(" + symbol + ", cctkGH); }\n";
  }
  if (callers.empty()) return declarations;
  auto const arguments = fortran_arguments(set, thorn);
  std::string sizes;
  for (auto const& group : arguments.groups)
    sizes += "  fortran::GroupSizes const sizes_of_" + group.name + "(cctkGH, chemora_variables_of_" + thorn.name +
             "." + group.first_variable + ");\n";
  return declarations +
         "// CCTK_ARGUMENTS of Fortran.\nstatic void call_fortran(FunctionPointer procedure, cGH *cctkGH) {\n" + sizes +
         "  fortran::call(procedure, " + addresses(thorn, arguments) + ");\n}\n" + callers + "\n";
}

std::string fortran_provided_functions(ThornSet const& set, Thorn const& thorn) {
  std::string text;
  for (auto const& clause : thorn.interface.provides_functions) {
    auto const* const prototype = find_prototype(set, thorn, clause.function.text);
    if (!clause.is_fortran || !prototype) continue; // a missing prototype is reported by check_thorns
    std::string const symbol = fortran_symbol(clause.with.text);
    text += fortran_adapters(*prototype) + "extern \"C\" " + fortran_declaration(*prototype, symbol) + ";\nstatic " +
            c_declaration(*prototype, "provide_" + clause.function.text) + " {\n  return " + symbol + "(" +
            fortran_arguments_from_c(*prototype) + ");\n}\n\n";
  }
  return text;
}

std::string aliased_function_for_fortran(ccl::FunctionPrototype const& prototype, std::string const& name) {
  return fortran_adapters(prototype) + "extern \"C\" " + fortran_declaration(prototype, fortran_symbol(name)) +
         " {\n  return " + name + "(" + c_arguments_from_fortran(prototype) + ");\n}\n\n";
}

} // namespace chemora::bind
