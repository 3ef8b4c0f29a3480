#include "codegen/tensor/arithmetic.hpp"

#include "codegen/ir/operation.hpp"

namespace chemora::tensor {

std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values) {
  ir::OpInfo const* const row = ir::find_edl_operation(name);
  if (row == nullptr || row->real64 == nullptr || row->returns_boolean()) return std::nullopt;
  if (!row->accepts_more_arguments)
    return static_cast<int>(values.size()) == row->arity ? std::optional(row->real64(values.data())) : std::nullopt;
  if (values.empty()) return std::nullopt;
  double result = values[0];
  for (std::size_t n = 1; n < values.size(); ++n) {
    double const pair[2] = {result, values[n]};
    result = row->real64(pair);
  }
  return result;
}

} // namespace chemora::tensor
