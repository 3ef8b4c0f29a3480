// Attributes of datasets and groups.
#pragma once

#include "hdf5_handle.hpp"

#include <string>
#include <variant>
#include <vector>

namespace iohdf5 {

/// A number or text is stored as a scalar, a vector as a list.
using AttributeValue = std::variant<int, double, std::string, std::vector<int>, std::vector<double>>;

struct Attribute {
  std::string name;
  AttributeValue value;
};

void write_attributes(hid_t object, std::vector<Attribute> const& attributes);

/// A text in its own dataset of fixed length, for texts longer than attributes may be.
void write_text(hid_t group, std::string const& name, std::string const& text);

} // namespace iohdf5
