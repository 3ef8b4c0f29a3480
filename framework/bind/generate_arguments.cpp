/// cctk_Arguments.h: grid data and variables as local variables of a scheduled function.
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/visible_names.hpp"

#include <set>

namespace chemora::bind {

namespace {

/// The data of the grid; the names are those of Cactus.
std::string grid_locals() {
  std::string text = "#define CHEMORA_DECLARE_GRID";
  auto const local = [&](std::string const& type, std::string const& name) {
    text += " \\\n  " + type + " " + name + " CCTK_ATTRIBUTE_UNUSED = cctkGH->" + name + ";";
  };
  for (auto const* const name : {"cctk_dim", "cctk_iteration", "cctk_patch", "cctk_npatches", "cctk_alignment",
                                 "cctk_alignment_offset", "cctk_timefac", "cctk_convlevel", "cctk_convfac"})
    local("int const", name);
  for (auto const* const name :
       {"cctk_gsh", "cctk_lsh", "cctk_lbnd", "cctk_ubnd", "cctk_tile_min", "cctk_tile_max", "cctk_ash", "cctk_to",
        "cctk_from", "cctk_bbox", "cctk_levfac", "cctk_levoff", "cctk_levoffdenom", "cctk_nghostzones"})
    local("int const *restrict const", name);
  for (auto const* const name : {"cctk_delta_time", "cctk_time"}) local("CCTK_REAL const", name);
  for (auto const* const name : {"cctk_delta_space", "cctk_origin_space"})
    local("CCTK_REAL const *restrict const", name);
  return text + "\n\n";
}

/// `CCTK_REAL *restrict const u_p CCTK_ATTRIBUTE_UNUSED = (CCTK_REAL *)CCTKi_VarDataPtrI(cctkGH, 1, slots.u);`
std::string variable_local(Thorn const& thorn, VisibleVariable const& variable, int time_level, bool is_const) {
  // If a parameter selects the type, the argument is a pointer to void, so that no function reads elements of a wrong
  // type.
  bool const has_type = variable.group->type_parameter.empty();
  std::string const type = (has_type ? "CCTK_" + variable.group->type : "void") + (is_const ? " const" : "");
  std::string name = variable.name;
  for (int level = 0; level < time_level; ++level) name += "_p";
  return " \\\n  " + type + " *restrict const " + name + " CCTK_ATTRIBUTE_UNUSED = (" + type +
         " *)CCTKi_VarDataPtrI(cctkGH, " + std::to_string(time_level) + ", chemora_variables_of_" + thorn.name + "." +
         variable.name + ");";
}

std::string all_locals(Thorn const& thorn, std::vector<VisibleVariable> const& variables) {
  std::string text = "#define DECLARE_CCTK_ARGUMENTS \\\n  CHEMORA_DECLARE_GRID";
  for (auto const& variable : variables)
    for (int level = 0; level < variable.group->n_time_levels; ++level)
      text += variable_local(thorn, variable, level, false);
  return text + "\n\n";
}

std::string function_locals(Thorn const& thorn, FunctionAccess const& function) {
  std::string text = "#define DECLARE_CCTK_ARGUMENTS_" + function.name + " \\\n  CHEMORA_DECLARE_GRID";
  for (auto const& access : function.accesses)
    text += variable_local(thorn, access.variable, access.time_level, !access.is_written);
  return text + "\n";
}

std::string index_struct(Thorn const& thorn, std::vector<VisibleVariable> const& variables) {
  std::string members;
  for (auto const& variable : variables) members += "  int " + variable.name + ";\n";
  if (members.empty()) members = "  int no_variables;\n";
  return "#ifdef __cplusplus\nextern \"C\" {\n#endif\n/* Indices of the variables; start-up sets them, -1 if not "
         "active. */\n"
         "struct chemora_variables_type_of_" +
         thorn.name + " {\n" + members +
         "};\n"
         "extern struct chemora_variables_type_of_" +
         thorn.name + " chemora_variables_of_" + thorn.name +
         ";\n"
         "#ifdef __cplusplus\n}\n#endif\n\n";
}

/// Generates the prototypes of the scheduled C functions, without repetitions. They give C linkage to definitions in
/// C++ sources.
std::string scheduled_prototypes(Thorn const& thorn) {
  std::string text;
  std::set<std::string> names;
  for (auto const* const item : all_items(thorn.schedule))
    if (!item->is_group && item->language != "FORTRAN" && names.insert(item->name.text).second)
      text += (ccl::takes_no_arguments(item->in.text) ? "int " : "void ") + item->name.text +
              (ccl::takes_no_arguments(item->in.text) ? "(void);\n" : "(CCTK_ARGUMENTS);\n");
  if (text.empty()) return "";
  return "\n/* Sources that only need the addresses of these functions define CHEMORA_NO_PROTOTYPES. */\n"
         "#ifndef CHEMORA_NO_PROTOTYPES\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n" +
         text + "#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

} // namespace

std::string arguments_header(ThornSet const& set, Thorn const& thorn) {
  auto const variables = visible_variables(set, thorn);
  std::string text = header_opening("The arguments of the scheduled functions of thorn " + thorn.name + ".") +
                     "#include \"cGH.h\"\n#include \"cctk_Config.h\"\n#include \"cctk_PreSync.h\"\n\n#define "
                     "CCTK_ARGUMENTS cGH *cctkGH CCTK_ATTRIBUTE_UNUSED\n"
                     "#define CCTK_PASS_CTOC cctkGH\n\n" +
                     index_struct(thorn, variables);
  text += grid_locals() + all_locals(thorn, variables);
  text += "/* For each function the variables that it READS (const) or WRITES. */\n"
          "#define DECLARE_CCTK_ARGUMENTS_CHECKED(function) DECLARE_CCTK_ARGUMENTS_##function\n";
  for (auto const& function : declared_accesses(set, thorn)) text += function_locals(thorn, function);
  return text + scheduled_prototypes(thorn);
}

} // namespace chemora::bind
