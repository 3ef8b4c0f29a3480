/// The fields that the parameter `variables` selects.
#pragma once

#include <string>
#include <vector>

namespace multipole {

/// A complex field to decompose. Its imaginary part is a grid function, or -1 if it is 0.
struct Entry {
  int real, imaginary = -1;
  int spin_weight = 0;
  std::string name; ///< in file names
};

/// The radius in file names: with two decimals.
std::string radius_text(double radius);

/// Parses the parameter. Appends a sentence to `errors` for each error.
std::vector<Entry> read_entries(char const* text, std::vector<std::string>& errors);

} // namespace multipole
