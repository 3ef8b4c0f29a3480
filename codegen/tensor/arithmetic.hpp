// The language's functions and operators of numbers, applied to doubles.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// `+ - * / ** neg` and functions such as `sin` and `max` by their names; nothing for any other name, and for a number
/// of values that does not fit. What is not finite comes out as such.
std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values);

} // namespace chemora::tensor
