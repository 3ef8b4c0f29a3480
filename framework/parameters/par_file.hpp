// A parameter file as data: assignments of expressions, in the order of the file.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <string>
#include <vector>

namespace chemora::parameters {

/// One node of a value's expression.
struct ParExpression {
  enum class Kind {
    integer,   ///< text: digits
    real,      ///< text: exponent written with e
    string,    ///< text: contents; `$name`, `${name}` and `$ENV{NAME}` inside are not yet replaced
    word,      ///< text: a bare word: keyword, boolean, nan, inf, or the name of a thorn
    variable,  ///< text: name of `$name`; `ENV{NAME}` for `$ENV{NAME}`
    parameter, ///< text: `thorn::name`; operands: the index, if there is one
    operation, ///< text: + - * / % ** < <= > >= == != && || !; one operand: sign or `!`
    call,      ///< text: function's name; operands: arguments
    list,      ///< operands: elements of `[a, b]`
  };
  Kind kind = Kind::word;
  std::string text;
  std::vector<ParExpression> operands;
  base::SourcePosition where;
};

struct ParAssignment {
  enum class Kind { active_thorns, parameter, variable };
  Kind kind = Kind::parameter;
  std::string owner; ///< thorn or implementation
  std::string name;
  std::vector<ParExpression> index; ///< of `par[index]`: one expression, else none
  ParExpression value;
  base::SourcePosition where;
};

struct ParFile {
  base::SourceText source;
  std::vector<ParAssignment> assignments;
};

/// Reads the text up to the end; findings go to `problems`, a wrong statement is left out.
ParFile parse_parameter_file(base::SourceText source, base::Diagnostics& problems);

/// A thorn named by ActiveThorns.
struct RequestedThorn {
  std::string name;
  base::SourcePosition where;
};

/// All of them, in order, each once.
std::vector<RequestedThorn> requested_thorns(ParFile const& file, base::Diagnostics& problems);

} // namespace chemora::parameters
