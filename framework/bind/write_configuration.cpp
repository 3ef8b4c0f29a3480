#include "framework/bind/generated_texts.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace chemora::bind {

namespace {

std::string contents_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

void write_thorn(ThornSet const& set, Thorn const& thorn, std::string const& folder) {
  std::string const include = folder + "/include/";
  write_if_changed(include + "definethisthorn.h", thorn_name_header(thorn));
  write_if_changed(include + "cctk_DefineThorn.h", thorn_list_header(set));
  write_if_changed(include + "cctk_Capabilities.h", capabilities_header(set, thorn));
  write_if_changed(include + "cctk_Parameters.h", parameters_header(thorn));
  write_if_changed(include + "cctk_Arguments.h", arguments_header(set, thorn));
  write_if_changed(include + "cctk_Functions.h", functions_header(set, thorn));
  for (auto const& header : used_includes(set, thorn)) write_if_changed(include + header.name, header.contents);
  std::string const fortran = include + "fortran/";
  write_if_changed(fortran + "cctk_Parameters.h", fortran_parameters_header(thorn));
  write_if_changed(fortran + "cctk_Arguments.h", fortran_arguments_header(set, thorn));
  write_if_changed(fortran + "cctk_Functions.h", fortran_functions_header(set, thorn));
  for (auto const& header : fortran_used_includes(set, thorn)) write_if_changed(fortran + header.name, header.contents);
  write_if_changed(folder + "/" + thorn.name + "_binding.cpp", thorn_binding_source(set, thorn));
}

// As in Cactus, the includes that one thorn USES are visible to all thorns.
void write_used_includes(ThornSet const& set, Thorn const& thorn, std::string const& folder) {
  for (auto const& header : used_includes(set, thorn))
    write_if_changed(folder + "/include/" + header.name, header.contents);
  for (auto const& header : fortran_used_includes(set, thorn))
    write_if_changed(folder + "/include/fortran/" + header.name, header.contents);
}

} // namespace

bool write_if_changed(std::string const& path, std::string const& contents) {
  if (std::filesystem::exists(path) && contents_of(path) == contents) return false;
  std::error_code ignored; // errors are ignored here, because opening the file then fails
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file << contents;
  file.close();
  if (!file) throw base::UserError({path, 0, 0}, "This file cannot be written.");
  return true;
}

void write_configuration(ThornSet const& set, std::string const& folder) {
  for (auto const& thorn : set.thorns) {
    write_thorn(set, thorn, folder + "/" + thorn.name);
    write_used_includes(set, thorn, folder);
  }
  write_if_changed(folder + "/registry.cpp", registry_source(set));
  write_if_changed(folder + "/aliased_functions.cpp", aliased_functions_source(set));
}

void write_added_thorn(ThornSet const& set, std::string const& folder) {
  for (auto const& thorn : set.thorns) write_used_includes(set, thorn, folder);
  write_thorn(set, set.thorns.back(), folder + "/" + set.thorns.back().name);
  write_if_changed(folder + "/added_thorn.cpp", added_thorn_source(set));
}

} // namespace chemora::bind
