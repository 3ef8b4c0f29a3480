// A search for CCTK_FNAME in sources.
#include "framework/bind/fortran_names.hpp"

#include "framework/base/source_text.hpp"
#include "framework/ccl/name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace chemora::bind {

namespace {

bool is_letter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_'; }

bool is_c_file(std::filesystem::path const& path) {
  static constexpr std::array endings{".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hh", ".hpp", ".hxx", ".H", ".inc"};
  return std::find(endings.begin(), endings.end(), path.extension().string()) != endings.end();
}

} // namespace

std::set<std::string> fortran_names_in(std::string const& source) {
  std::set<std::string> names;
  for (std::string const macro : {"CCTK_FNAME", "CCTK_FORTRAN_COMMON_NAME"})
    for (auto at = source.find(macro); at != std::string::npos; at = source.find(macro, at)) {
      bool const is_whole = at == 0 || !is_letter(source[at - 1]);
      at += macro.size();
      auto begin = source.find_first_not_of(" \t", at);
      if (!is_whole || begin == std::string::npos || source[begin] != '(') continue;
      begin = source.find_first_not_of(" \t\r\n", begin + 1);
      auto end = begin;
      while (end < source.size() && is_letter(source[end])) ++end;
      if (end > begin) names.insert(source.substr(begin, end - begin));
    }
  return names;
}

FortranNames find_fortran_names(std::vector<std::string> const& folders) {
  FortranNames found;
  for (auto const& folder : folders) {
    if (!std::filesystem::is_directory(folder)) continue;
    found.looked_at.push_back(folder);
    using Walk = std::filesystem::recursive_directory_iterator;
    for (auto const& entry : Walk(folder, std::filesystem::directory_options::follow_directory_symlink)) {
      if (entry.is_directory()) found.looked_at.push_back(entry.path().string());
      if (!entry.is_regular_file() || !is_c_file(entry.path())) continue;
      found.looked_at.push_back(entry.path().string());
      found.names.merge(fortran_names_in(base::read_source(entry.path().string()).contents));
    }
  }
  std::sort(found.looked_at.begin(), found.looked_at.end());
  return found;
}

std::string fortran_names_header(std::set<std::string> const& names) {
  std::string text = "/* The symbols of Fortran procedures, by the names C sources give them. */\n#pragma once\n";
  for (auto const& name : names) text += "#define CHEMORA_FORTRAN_NAME_" + name + " " + ccl::lower_case(name) + "_\n";
  return text;
}

} // namespace chemora::bind
