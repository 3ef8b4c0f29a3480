/// CCTK_TraverseString of cctk_Groups.h: lists of variables in parameters such as IO::out_vars.
#include "framework/include/cctk_Constants.h"
#include "framework/include/cctk_Groups.h"
#include "framework/variables/variable_table.hpp"

#include <cctype>
#include <string>
#include <vector>

namespace {

using chemora::variables::variable_table;

enum Failure { no_callback = -1, bad_selection = -2, no_separator = -3, bad_brace = -4, unknown_name = -5 };

struct Entry {
  std::string name;
  std::string options;
  bool has_options = false;
};

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

/// Splits the text into names with their `{options}`; returns 0 or a Failure.
int split(std::string const& text, std::vector<Entry>& entries) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    Entry entry;
    while (at < text.size() && !is_blank(text[at]) && text[at] != '{' && text[at] != '}') entry.name += text[at++];
    if (at < text.size() && text[at] == '}') return bad_brace;
    if (at < text.size() && text[at] == '{') {
      entry.has_options = true;
      int depth = 1;
      for (++at; at < text.size() && depth > 0; ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}') --depth;
        if (depth > 0) entry.options += text[at];
      }
      if (depth > 0) return bad_brace;
      if (at < text.size() && !is_blank(text[at])) return no_separator;
    }
    entries.push_back(std::move(entry));
  }
  return 0;
}

/// Whether the name is a group; a vector group may have no variables.
bool is_group(std::string const& name, int selection) {
  return selection != CCTK_VAR && CCTK_GroupIndex(name.c_str()) >= 0;
}

/// The variables for a name.
std::vector<int> named_variables(std::string const& name, int selection) {
  std::vector<int> indices;
  auto const add_group = [&](int group) {
    for (int n = 0; n < CCTK_NumVarsInGroupI(group); ++n) indices.push_back(CCTK_FirstVarIndexI(group) + n);
  };
  if (chemora::ccl::same_name(name, "all")) {
    for (int index = 0; index < CCTK_NumVars(); ++index) indices.push_back(index);
    return indices;
  }
  if (selection != CCTK_GROUP) indices = variable_table().variable_indices(name);
  if (indices.empty() && selection != CCTK_VAR) add_group(CCTK_GroupIndex(name.c_str()));
  return indices;
}

} // namespace

extern "C" int CCTK_TraverseString(const char* parsestring,
                                   void (*callback)(int index, const char* optstring, void* callback_arg),
                                   void* callback_arg, int selection) {
  if (!callback) return no_callback;
  if (selection != CCTK_VAR && selection != CCTK_GROUP && selection != CCTK_GROUP_OR_VAR) return bad_selection;
  std::vector<Entry> entries;
  if (int const failure = split(parsestring ? parsestring : "", entries); failure < 0) return failure;
  int n_variables = 0;
  bool all_known = true;
  for (auto const& entry : entries) {
    auto const indices = named_variables(entry.name, selection);
    all_known = all_known && (!indices.empty() || is_group(entry.name, selection));
    for (int const index : indices) callback(index, entry.has_options ? entry.options.c_str() : nullptr, callback_arg);
    n_variables += static_cast<int>(indices.size());
  }
  return all_known ? n_variables : unknown_name;
}
