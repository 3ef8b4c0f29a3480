// The reduction operators and their names.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace pughreduce {

// With N points: norm_p = (sum |a|^p / N)^(1/p), average = sum / N. Minimum and maximum of complex numbers are those of
// their absolute values. A NaN at any point makes every result but the count NaN.
enum class Operation { count, minimum, maximum, sum, average, norm1, norm2, norm3, norm4, norm_inf };

struct NamedOperation {
  char const* name;
  Operation operation;
};
std::span<NamedOperation const> named_operations(); // several names may mean the same

std::optional<Operation> find_operation(std::string_view name); // upper and lower case are the same

inline bool is_extreme(Operation operation) {
  return operation == Operation::minimum || operation == Operation::maximum || operation == Operation::norm_inf;
}
inline bool keeps_complex(Operation operation) {
  return operation == Operation::sum || operation == Operation::average;
}

} // namespace pughreduce
