#include "framework/bind/thorn_set.hpp"

#include "framework/bind/loop_functions.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace chemora::bind {

namespace {

std::vector<std::string> split(std::string const& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(line);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// Whether this is `Arrangement/Thorn`; generated sources contain both names.
bool is_thorn_name(std::string const& name) {
  std::size_t const slash = name.find('/');
  auto const is_made_of = [](std::string_view part, std::string_view marks) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [&](unsigned char c) {
      return std::isalnum(c) != 0 || marks.find(static_cast<char>(c)) != std::string_view::npos;
    });
  };
  return is_made_of(name.substr(0, slash), "_-+.") && is_made_of(name.substr(slash + 1), "_");
}

template <class Action>
void collect_findings(std::vector<base::Diagnostic>& findings, Action action) {
  try {
    action();
  } catch (base::UserError const& error) {
    findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

Thorn read_thorn(ThornFolder const& place) {
  auto const read = [&](std::string const& file) { return base::read_source(place.folder + "/" + file); };
  base::SourceText configuration{place.folder + "/configuration.ccl", ""};
  if (std::filesystem::exists(configuration.name)) configuration = read("configuration.ccl");
  return parse_thorn(place, read("interface.ccl"), read("param.ccl"), read("schedule.ccl"), configuration);
}

} // namespace

Manifest parse_manifest(base::SourceText const& text) {
  Manifest manifest;
  int number = 0;
  for (auto const& line : split(text.contents, '\n')) {
    ++number;
    auto const words = split(line, '\t');
    if (words.empty()) continue;
    if (words[0] == "capability" && (words.size() == 2 || words.size() == 3)) {
      manifest.capabilities.push_back(words[1]);
      if (words.size() == 3) manifest.capability_versions[ccl::lower_case(words[1])] = words[2];
      continue;
    }
    if (words[0] == "header" && words.size() == 3) {
      manifest.capability_headers[ccl::lower_case(words[1])] += words[2] + "\n";
      continue;
    }
    bool const has_functions = (words[0] == "loops" || words[0] == "recursions") && words.size() == 3;
    if (has_functions || (words[0] == "former" && (words.size() == 3 || words.size() == 5))) {
      auto const is_named = [&](ThornFolder const& thorn) { return thorn.arrangement + "/" + thorn.thorn == words[1]; };
      auto const thorn = std::find_if(manifest.thorns.begin(), manifest.thorns.end(), is_named);
      if (thorn == manifest.thorns.end())
        throw base::UserError({text.name, number, 1}, "The thorn `" + words[1] + "` must precede its " +
                                                          (has_functions ? words[0] + "." : "former name."));
      if (has_functions) {
        (words[0] == "loops" ? thorn->loops : thorn->recursions) = words[2];
        continue;
      }
      bool const sets_parameter = words.size() == 5;
      thorn->former_names.push_back({words[2], sets_parameter ? words[3] : "", sets_parameter ? words[4] : ""});
      continue;
    }
    bool const is_thorn = words[0] == "thorn" && (words.size() == 3 || words.size() == 4);
    auto const slash = is_thorn ? words[1].find('/') : std::string::npos;
    if (slash == std::string::npos)
      throw base::UserError({text.name, number, 1}, "Expected `thorn<TAB>Arrangement/Thorn<TAB>folder[<TAB>namesake]`, "
                                                    "`capability<TAB>name[<TAB>version]` or "
                                                    "`header<TAB>capability<TAB>text`, found `" +
                                                        line + "`.");
    if (!is_thorn_name(words[1]))
      throw base::UserError({text.name, number, 1}, "`" + words[1] +
                                                        "` is not the name of a thorn: the thorn's name is made of "
                                                        "letters, digits and underscores, and its arrangement's also "
                                                        "of `-`, `+` and `.`.");
    manifest.thorns.push_back(
        {words[1].substr(0, slash), words[1].substr(slash + 1), words[2], words.size() == 4 ? words[3] : "", {}});
  }
  return manifest;
}

Thorn const* ThornSet::first_with_implementation(std::string const& implementation) const {
  for (auto const& thorn : thorns)
    if (ccl::same_name(thorn.implementation(), implementation)) return &thorn;
  return nullptr;
}

std::vector<Thorn const*> ThornSet::providers_of(std::string const& capability) const {
  std::vector<Thorn const*> providers;
  for (auto const& thorn : thorns)
    for (auto const& offer : thorn.configuration.provides)
      if (ccl::same_name(offer.name.text, capability)) providers.push_back(&thorn);
  return providers;
}

bool ThornSet::machine_has(std::string const& capability) const {
  return std::any_of(capabilities.begin(), capabilities.end(),
                     [&](auto const& name) { return ccl::same_name(name, capability); });
}

Thorn parse_thorn(ThornFolder const& place, base::SourceText interface, base::SourceText param,
                  base::SourceText schedule, base::SourceText configuration) {
  Thorn thorn;
  thorn.arrangement = place.arrangement;
  thorn.name = place.thorn;
  thorn.folder = place.folder;
  thorn.namesake = place.namesake;
  thorn.former_names = place.former_names;
  thorn.interface_text = std::move(interface);
  thorn.param_text = std::move(param);
  thorn.schedule_text = std::move(schedule);
  thorn.configuration_text = std::move(configuration);
  std::vector<base::Diagnostic> findings;
  collect_findings(findings, [&] { thorn.interface = ccl::parse_interface(thorn.interface_text); });
  collect_findings(findings, [&] { thorn.param = ccl::parse_parameter_ccl(thorn.param_text); });
  collect_findings(findings, [&] { thorn.schedule = ccl::parse_schedule(thorn.schedule_text); });
  collect_findings(findings, [&] { thorn.configuration = ccl::parse_configuration(thorn.configuration_text); });
  if (!findings.empty()) throw base::UserError(std::move(findings));
  return thorn;
}

void give_shared_parameters_their_length(ThornSet& set) {
  for (auto& thorn : set.thorns)
    for (auto& parameter : thorn.param.parameters) {
      if (parameter.origin == ccl::ParameterOrigin::declared) continue;
      for (auto const& owner : set.thorns)
        for (auto const& declared : owner.param.parameters)
          if (ccl::same_name(owner.implementation(), parameter.shared_from) &&
              declared.origin == ccl::ParameterOrigin::declared &&
              ccl::same_name(declared.name.text, parameter.name.text))
            parameter.array_length = declared.array_length;
    }
}

namespace {

/// Adds the loops and recursions of all thorns, which are in the order of the manifest.
void add_loops(Manifest const& manifest, ThornSet& set) {
  base::Diagnostics findings;
  auto const add = [&](Thorn& thorn, std::string const& file, FunctionKind const& kind) {
    if (file.empty()) return;
    base::collect_errors(findings, [&] {
      add_loop_functions(set, thorn, parse_loop_functions(base::read_source(file)), findings, kind);
    });
  };
  for (std::size_t n = 0; n < set.thorns.size(); ++n) {
    add(set.thorns[n], manifest.thorns[n].loops, loops_kind);
    add(set.thorns[n], manifest.thorns[n].recursions, recursions_kind);
  }
  findings.throw_if_errors();
}

} // namespace

ThornSet read_thorns(Manifest const& manifest) {
  ThornSet set;
  static_cast<Capabilities&>(set) = manifest;
  std::vector<base::Diagnostic> findings;
  for (auto const& place : manifest.thorns)
    collect_findings(findings, [&] { set.thorns.push_back(read_thorn(place)); });
  if (!findings.empty()) throw base::UserError(std::move(findings));
  give_shared_parameters_their_length(set);
  add_loops(manifest, set);
  return set;
}

} // namespace chemora::bind
