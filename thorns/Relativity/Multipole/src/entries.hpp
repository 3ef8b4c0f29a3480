/// The complex fields that the parameter Multipole::variables selects.
#pragma once

#include <string>
#include <vector>

namespace multipole {

/// A complex field to decompose, given by the variable indices of its real and imaginary parts. The index -1 stands for
/// an imaginary part of 0.
struct Entry {
  int real, imaginary = -1;
  int spin_weight = 0;
  std::string name; ///< name of the field in file names
};

/// The radius with two decimals, as in file names.
std::string radius_text(double radius);

/// Parses the value of Multipole::variables. Appends a message to `errors` for each error.
std::vector<Entry> read_entries(char const* text, std::vector<std::string>& errors);

} // namespace multipole
