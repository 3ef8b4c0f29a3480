// The variables of a parameter file: `$parfile`, `$pi`, its own and those of the environment.
#pragma once

#include "framework/parameters/par_value.hpp"

#include <map>

namespace chemora::parameters {

class ParVariables {
public:
  /// `$parfile` is `par_file_name` without folder and `.par`.
  explicit ParVariables(std::string const& par_file_name);

  void set(std::string const& name, ParValue value) { values_[name] = std::move(value); }

  /// Of `$name` or `$ENV{NAME}`; throws base::UserError where there is none.
  ParValue value(ParExpression const& reference) const;

  /// A text with `$name`, `${name}` and `$ENV{NAME}` replaced. A `$` before anything else is kept, as regular
  /// expressions have it.
  std::string replaced(ParExpression const& text) const;

private:
  std::map<std::string, ParValue> values_;
};

} // namespace chemora::parameters
