// What an expression of a parameter file comes to.
#pragma once

#include "framework/parameters/par_file.hpp"

#include <variant>

namespace chemora::parameters {

/// A boolean is its own type: `yes` can be assigned to a BOOLEAN and, as a word, to a KEYWORD or STRING.
struct ParValue {
  std::variant<std::int64_t, double, bool, std::string> value;
  bool is_word = false; ///< written without quotes
  std::string word;     ///< as written, of words
};

ParValue text_value(std::string text);

/// Of a number or a word; throws base::UserError where a number does not fit.
ParValue literal_value(ParExpression const& literal);

/// As the table takes it.
std::string to_text(ParValue const& value);

} // namespace chemora::parameters
