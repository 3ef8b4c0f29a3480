// Signs of expressions, from squares, numbers, ranges of parameters and functions without negative values.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::tensor {

bool is_apply(Expression const& expression, std::string_view name);
bool is_whole(Expression const& expression); ///< a whole number
bool is_even(Expression const& expression);  ///< an even whole number

/// The sign of a product, as far as it is known.
struct Product {
  bool is_negative = false;
  std::vector<Expression> unknown{}; ///< factors of unknown sign; two equal ones form a square and are removed

  void add_unknown(Expression const& factor);
};

/// Signs of expressions; a temporary has the sign of its value.
class Signs {
public:
  /// `values` are those of temporaries; `known` caches their signs.
  Signs(TensorSystem const& system, std::map<std::string, Expression> const& values, std::map<std::string, int>& known)
      : system_(system), values_(values), known_(known) {}

  void multiply(Product& product, Expression const& factor);

  /// 1 if all values are 0 or more, -1 if all are 0 or less, 0 if the sign is unknown.
  int sign(Expression const& expression);

private:
  /// The value of a temporary that is a variable or temporary except for its sign or a factor; else null.
  Expression const* renamed_value(Expression const& expression) const;
  int sign_of_factor(Expression const& expression);
  int sign_of_temporary(std::string const& name);
  int sign_of_apply(Expression const& expression);

  TensorSystem const& system_;
  std::map<std::string, Expression> const& values_;
  std::map<std::string, int>& known_;
};

} // namespace chemora::tensor
