// Signs of expressions that follow from squares, numbers, ranges of parameters and functions without negative values.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::tensor {

bool is_apply(Expression const& expression, std::string_view name);
bool is_whole(Expression const& expression);
bool is_even(Expression const& expression); ///< a whole number

/// What is known of the sign of a product.
struct Product {
  bool is_negative = false;
  std::vector<Expression> unknown{}; ///< factors of unknown sign; two equal ones make a square and are left out

  void add_unknown(Expression const& factor);
};

/// Signs of expressions, through temporaries.
class Signs {
public:
  Signs(TensorSystem const& system, std::map<std::string, Expression> const& values, std::map<std::string, int>& known)
      : system_(system), values_(values), known_(known) {}

  void multiply(Product& product, Expression const& factor);

  /// 1 if it is 0 or more, -1 if it is 0 or less, else 0.
  int sign(Expression const& expression);

private:
  /// The value of a temporary that is a variable or temporary but for its sign or a number; else null.
  Expression const* other_name_of(Expression const& expression) const;
  int sign_of_one(Expression const& expression);
  int sign_of_temporary(std::string const& name);
  int sign_of_apply(Expression const& expression);

  TensorSystem const& system_;
  std::map<std::string, Expression> const& values_;
  std::map<std::string, int>& known_;
};

} // namespace chemora::tensor
