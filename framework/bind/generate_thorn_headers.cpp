/// Headers of a thorn: its name, capabilities, parameters, aliased functions, generated includes.
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/visible_names.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace chemora::bind {

namespace {

/// `CCTK_REAL const A CCTK_ATTRIBUTE_UNUSED = *(CCTK_REAL const *)slots.A;`
std::string parameter_local(ccl::Parameter const& parameter, std::string const& slots) {
  std::string const type = parameter_type(parameter.type);
  std::string const& name = parameter.local_name();
  std::string const value = "(" + type + " const *)" + slots + "." + name;
  if (parameter.array_length)
    return type + " const *restrict const " + name + " CCTK_ATTRIBUTE_UNUSED = " + value + ";";
  return type + " const " + name + " CCTK_ATTRIBUTE_UNUSED = *" + value + ";";
}

std::string header_path(Thorn const& thorn, std::string const& file) {
  std::string const in_src = thorn.folder + "/src/" + file;
  std::string const in_include = thorn.folder + "/src/include/" + file;
  return !std::filesystem::exists(in_src) && std::filesystem::exists(in_include) ? in_include : in_src;
}

enum class Language { c, fortran };

std::string include_contents(ThornSet const& set, std::string const& name, Language language) {
  std::string text = "/* The INCLUDE lines of the interface.ccl of all thorns. */\n";
  for (auto const& thorn : set.thorns) {
    for (auto const& part : thorn.interface.includes) {
      if (part.include.text != name) continue;
      std::string const line = "#include \"" + header_path(thorn, part.file.text) + "\"\n";
      text += "\n/* from thorn " + thorn.name + " */\n";
      if (part.kind == ccl::IncludeKind::header)
        text += line;
      else if (language == Language::c)
        text += "if (CCTK_IsThornActive(\"" + thorn.name + "\")) {\n" + line + "}\n";
      else
        text += "      if (CCTK_IsThornActive(\"" + thorn.name + "\") .ne. 0) then\n" + line + "      end if\n";
    }
  }
  return text;
}

std::vector<GeneratedInclude> all_includes(ThornSet const& set, Thorn const& thorn, Language language) {
  std::vector<GeneratedInclude> all;
  for (auto const& name : thorn.interface.uses_includes) {
    auto const is_same = [&](auto const& other) { return other.name == name.text; };
    if (std::none_of(all.begin(), all.end(), is_same))
      all.push_back({name.text, include_contents(set, name.text, language)});
  }
  return all;
}

std::string have(std::string const& name) { return "#define HAVE_CAPABILITY_" + name + " 1\n"; }

/// Appends the capabilities that the thorn requires, without repetitions. The capabilities that their providers require
/// come first.
void append_capabilities(ThornSet const& set, Thorn const& thorn, std::set<std::string>& seen, std::string& text) {
  for (auto const& requirement : thorn.configuration.requirements) {
    std::string const& name = requirement.name.text;
    auto const providers = set.providers_of(name);
    if ((providers.empty() && !set.machine_has(name)) || !seen.insert(ccl::lower_case(name)).second) continue;
    for (auto const* const provider : providers) append_capabilities(set, *provider, seen, text);
    auto const lines = set.capability_headers.find(ccl::lower_case(name));
    if (lines != set.capability_headers.end()) text += lines->second;
    text += have(name);
    for (auto const* const provider : providers) // a thorn may use either spelling
      for (auto const& provided : provider->configuration.provides)
        if (ccl::same_name(provided.name.text, name) && provided.name.text != name) text += have(provided.name.text);
  }
}

} // namespace

std::string header_opening(std::string_view contents) { return "/* " + std::string(contents) + " */\n#pragma once\n"; }

std::string thorn_name_header(Thorn const& thorn) {
  std::string const begin = "#define ";
  return header_opening("The name of the thorn that is being compiled.") + begin + "CCTK_THORN " + thorn.name + "\n" +
         begin + "CCTK_THORNSTRING \"" + thorn.name + "\"\n" + begin + "CCTK_ARRANGEMENT " + thorn.arrangement + "\n" +
         begin + "CCTK_ARRANGEMENTSTRING \"" + thorn.arrangement + "\"\n" + begin + "THORN_IS_" + thorn.name + " 1\n";
}

std::string thorn_list_header(ThornSet const& set) {
  std::string text = header_opening("The compiled thorns.");
  auto const define = [](std::string name) {
    std::replace(name.begin(), name.end(), '/', '_');
    return "#define " + ccl::upper_case(name) + " 1\n";
  };
  for (auto const& thorn : set.thorns) {
    text += define(thorn.arrangement + "/" + thorn.name);
    if (!thorn.namesake.empty()) text += define(thorn.namesake);
  }
  return text;
}

std::string parameters_header(Thorn const& thorn) {
  std::string const slots = "chemora_parameters_of_" + thorn.name;
  std::string members, locals;
  for (auto const& parameter : thorn.param.parameters) {
    members += "  void *" + parameter.local_name() + ";\n";
    locals += " \\\n  " + parameter_local(parameter, slots);
  }
  if (members.empty()) members = "  void *no_parameters;\n";
  return header_opening("The parameters of thorn " + thorn.name +
                        ", its own and shared ones. Start-up sets the pointers to their values.") +
         "#include \"cctk_Types.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
         "struct chemora_parameters_type_of_" +
         thorn.name + " {\n" + members +
         "};\n"
         "extern struct chemora_parameters_type_of_" +
         thorn.name + " " + slots +
         ";\n"
         "#ifdef __cplusplus\n}\n#endif\n\n#define DECLARE_CCTK_PARAMETERS" +
         locals + "\n";
}

std::string functions_header(ThornSet const& set, Thorn const& thorn) {
  std::string text = header_opening("Aliased functions that thorn " + thorn.name + " uses or provides.") +
                     "#include \"cctk_Types.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (auto const& name : aliased_function_names(thorn))
    if (auto const* const prototype = find_prototype(set, thorn, name.text))
      text += c_declaration(*prototype, name.text) + ";\n";
  for (auto const& clause : thorn.interface.provides_functions)
    if (auto const* const prototype = find_prototype(set, thorn, clause.function.text))
      text += c_declaration(*prototype, clause.with.text) + "; /* provides " + clause.function.text + " */\n";
  return text + "#ifdef __cplusplus\n}\n#endif\n\n#define DECLARE_CCTK_FUNCTIONS /* declared above */\n";
}

std::vector<GeneratedInclude> used_includes(ThornSet const& set, Thorn const& thorn) {
  return all_includes(set, thorn, Language::c);
}

std::vector<GeneratedInclude> fortran_used_includes(ThornSet const& set, Thorn const& thorn) {
  return all_includes(set, thorn, Language::fortran);
}

std::string capabilities_header(ThornSet const& set, Thorn const& thorn) {
  std::string text =
      header_opening("Capabilities that thorn " + thorn.name + " requires and this configuration provides.");
  std::set<std::string> seen;
  append_capabilities(set, thorn, seen, text);
  return text;
}

} // namespace chemora::bind
