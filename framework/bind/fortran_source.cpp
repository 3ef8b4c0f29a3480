#include "framework/bind/generated_texts.hpp"

#include "framework/base/source_text.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <strings.h>
#include <vector>

namespace chemora::bind {

namespace {

bool is_letter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_'; }

bool is_c_file(std::filesystem::path const& path) {
  static constexpr std::array endings{".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hh", ".hpp", ".hxx", ".H", ".inc"};
  return base::contains(endings, path.extension().string());
}

struct Place {
  std::string file; ///< file name, including its quotes
  long line = 1;
  bool operator==(Place const&) const = default;
};

bool starts_with(char const* text, char const* word) { return strncasecmp(text, word, std::strlen(word)) == 0; }

bool is_directive(char const* comment) {
  return starts_with(comment, "!$") || starts_with(comment, "!GCC$") || starts_with(comment, "!DIR$");
}

bool is_fixed_comment(std::string const& line) { return !line.empty() && std::strchr("cC*!", line[0]) != nullptr; }

/// Whether this is a continuation line of fixed form: column 6 is neither blank nor 0.
bool is_fixed_continuation(std::string const& line) {
  if (!line.empty() && line[0] == '\t') return line.size() > 1 && line[1] >= '1' && line[1] <= '9';
  return line.size() > 5 && line.find_first_not_of(' ') == 5 && line[5] != '0';
}

class Splitter {
public:
  explicit Splitter(FortranForm form) : form_(form) {}

  std::vector<std::string> statements(std::string const& line) {
    bool const is_fixed = form_ == FortranForm::fixed;
    if (is_fixed && is_fixed_comment(line)) return line.size() > 1 && line[1] == '$' ? pieces(line) : none();
    if (is_fixed ? !is_fixed_continuation(line) : !string_goes_on_) quote_ = 0;
    auto result = pieces(line);
    auto const last = line.find_last_not_of(" \t\r");
    string_goes_on_ = quote_ != 0 && last != std::string::npos && line[last] == '&';
    return result;
  }

private:
  static std::vector<std::string> none() { return {}; }

  std::vector<std::string> pieces(std::string const& line) {
    std::vector<std::string> found(1);
    for (std::size_t at = 0; at < line.size(); ++at) {
      char const letter = line[at];
      if (quote_ == 0 && letter == '!' && !(form_ == FortranForm::fixed && at == 5) && !is_directive(&line[at])) break;
      if (quote_ == 0 && letter == '&' && at + 1 < line.size() && line[at + 1] == '&') {
        found.emplace_back();
        ++at;
        continue;
      }
      if (quote_ != 0 ? letter == quote_ : letter == '\'' || letter == '"') quote_ = quote_ != 0 ? '\0' : letter;
      found.back() += letter;
    }
    for (std::size_t n = 1; n < found.size(); ++n) found[n] = indented(base::trimmed(found[n]));
    return found;
  }

  std::string indented(std::string const& statement) const {
    bool const is_fixed_directive = form_ == FortranForm::fixed && is_directive(statement.c_str());
    return is_fixed_directive || statement.empty() ? statement : "      " + statement;
  }

  FortranForm form_;
  char quote_ = 0; ///< the opening quote of the current string
  bool string_goes_on_ = false;
};

/// `# 12 "file" 1` -> 12, "file"; false for other directives.
bool read_marker(std::string const& line, Place& place) {
  std::istringstream words(line.substr(1));
  Place found;
  if (!(words >> found.line)) return false;
  auto const begin = line.find('"'), end = line.rfind('"');
  if (begin == std::string::npos || end == begin) return false;
  found.file = line.substr(begin, end - begin + 1);
  place = found;
  return true;
}

} // namespace

std::string fortran_to_compile(std::string const& preprocessed, FortranForm form) {
  Splitter splitter(form);
  Place source, written;
  std::string text = "\n"; // gfortran -fpreprocessed, as CMake calls it, swallows the first character
  std::istringstream lines(preprocessed);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] == '#') {
      read_marker(line, source);
      continue;
    }
    for (auto const& statement : splitter.statements(line)) {
      if (base::trimmed(statement).empty()) continue;
      if (written != source) text += "# " + std::to_string(source.line) + " " + source.file + "\n";
      text += statement + "\n";
      written = source;
      ++written.line;
    }
    ++source.line;
  }
  return text;
}

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
    found.searched.push_back(folder);
    using Walk = std::filesystem::recursive_directory_iterator;
    for (auto const& entry : Walk(folder, std::filesystem::directory_options::follow_directory_symlink)) {
      if (entry.is_directory()) found.searched.push_back(entry.path().string());
      if (!entry.is_regular_file() || !is_c_file(entry.path())) continue;
      found.searched.push_back(entry.path().string());
      found.names.merge(fortran_names_in(base::read_source(entry.path().string()).contents));
    }
  }
  std::sort(found.searched.begin(), found.searched.end());
  return found;
}

std::string fortran_names_header(std::set<std::string> const& names) {
  std::string text = header_opening("The symbols of the Fortran procedures that C sources call.");
  for (auto const& name : names) text += "#define CHEMORA_FORTRAN_NAME_" + name + " " + fortran_symbol(name) + "\n";
  return text;
}

} // namespace chemora::bind
