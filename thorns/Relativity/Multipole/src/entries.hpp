// What the parameter `variables` asks for.
#pragma once

#include <string>
#include <vector>

namespace multipole {

// A complex field to decompose: two grid functions, or one and nothing for the imaginary part.
struct Entry {
  int real, imaginary = -1;
  int spin_weight = 0;
  std::string name; // in the names of files
};

// The radius as names of files have it: with two decimals.
std::string radius_in_names(double radius);

// Sentences about what cannot be understood go to `errors`.
std::vector<Entry> read_entries(char const* text, std::vector<std::string>& errors);

} // namespace multipole
