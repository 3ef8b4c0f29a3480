// Functions and operators of EDL applied to doubles.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// The value of an operator (`+ - * / **`, `neg`) or function (`sin`, `max`) for these operands. It is empty for any
/// other name and for a wrong number of operands. Infinities and NaNs are returned as they are.
std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values);

} // namespace chemora::tensor
