#include "entries.hpp"

#include "cctk.h"
#include "util_Table.h"

#include <cstdio>
#include <cstdlib>

namespace multipole {
namespace {

/// The state of the parser of Multipole::variables.
struct Parsing {
  std::vector<Entry> entries;
  std::vector<std::string>& errors;
};

std::string full_name(int variable) {
  char* const name = CCTK_FullName(variable);
  std::string const text = name;
  std::free(name);
  return text;
}

bool is_real_grid_function(int variable) {
  return CCTK_GroupTypeFromVarI(variable) == CCTK_GF && CCTK_VarTypeI(variable) == CCTK_VARIABLE_REAL;
}

/// Reads a string option from the table. Returns 1 if the option exists, and 0 otherwise.
int read_text(int table, char const* key, std::string& text) {
  char buffer[200];
  if (Util_TableGetString(table, sizeof buffer, buffer, key) < 0) return 0;
  text = buffer;
  return 1;
}

void read_options(int table, Entry& entry, Parsing& parsing) {
  std::string imaginary;
  CCTK_INT spin_weight = 0;
  int n_recognised = read_text(table, "cmplx", imaginary) + read_text(table, "name", entry.name);
  if (Util_TableGetInt(table, &spin_weight, "sw") == 1) ++n_recognised;
  entry.spin_weight = static_cast<int>(spin_weight);
  if (n_recognised != Util_TableQueryNKeys(table))
    parsing.errors.push_back("The options of '" + full_name(entry.real) +
                             "' are sw (an integer), cmplx and name (texts), nothing else.");
  if (imaginary.empty()) return;
  entry.imaginary = CCTK_VarIndex(imaginary.c_str());
  if (entry.imaginary < 0 || !is_real_grid_function(entry.imaginary))
    parsing.errors.push_back("cmplx='" + imaginary + "' is not the name of a real grid function.");
}

void add_entry(int variable, char const* options, void* to) {
  auto& parsing = *static_cast<Parsing*>(to);
  Entry entry{.real = variable, .name = CCTK_VarName(variable)};
  if (!is_real_grid_function(variable)) {
    parsing.errors.push_back("'" + full_name(variable) + "' is not a real grid function.");
    return;
  }
  if (options != nullptr) {
    int const table = Util_TableCreateFromString(options);
    if (table < 0) {
      parsing.errors.push_back("The options {" + std::string(options) + "} of '" + full_name(variable) +
                               "' cannot be read: expected sw=-2 cmplx='Thorn::variable' name='psi4'.");
      return;
    }
    read_options(table, entry, parsing);
    Util_TableDestroy(table);
  }
  parsing.entries.push_back(entry);
}

} // namespace

std::string radius_text(double radius) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2f", radius);
  return text;
}

std::vector<Entry> read_entries(char const* text, std::vector<std::string>& errors) {
  Parsing parsing{{}, errors};
  if (CCTK_TraverseString(text, add_entry, &parsing, CCTK_GROUP_OR_VAR) < 0)
    errors.push_back("\"" + std::string(text) + "\" contains a name that is neither a variable nor a group.");
  return parsing.entries;
}

} // namespace multipole
