/// param.ccl as data: new, shared and extended parameters with their admissible values.
#pragma once

#include "framework/ccl/expression.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chemora::ccl {

class Reader;

enum class ParameterType { integer, real, keyword, string, boolean };
enum class ParameterScope { global, restricted, private_scope, shared };
enum class Steerable { never, always, recover };
enum class ParameterOrigin {
  declared, ///< a new parameter of this thorn
  used,     ///< USES: the owner's parameter
  extended, ///< EXTENDS: the owner's parameter with further admissible values
};

/// An entry between the braces. The members that are used depend on the type of the parameter.
struct ParameterRange {
  base::SourcePosition where;
  std::string description;

  // INT and REAL: lower:upper:stride; a missing bound is open (`*` or omitted).
  std::optional<std::string> lower; ///< digits as in the file (REAL: exponent d or D replaced by e)
  std::optional<std::string> upper;
  bool lower_is_included = true;
  bool upper_is_included = true;
  std::int64_t stride = 1;

  // KEYWORD: the admissible words; STRING: regular expressions; BOOLEAN: values, usually none.
  std::vector<std::string> values;
};

struct Parameter {
  Name name;
  ParameterType type = ParameterType::integer;
  ParameterScope scope = ParameterScope::private_scope;
  ParameterOrigin origin = ParameterOrigin::declared;
  std::string shared_from;         ///< implementation of SHARES, for used and extended parameters
  std::string alias;               ///< AS: the name in the code of this thorn, or empty
  std::optional<int> array_length; ///< `name[n]`
  Steerable steerable = Steerable::never;
  std::string accumulator;      ///< ACCUMULATOR=(x+y): `x+y`
  std::string accumulator_base; ///< ACCUMULATOR-BASE=thorn::par
  std::string description;
  std::vector<ParameterRange> ranges;
  std::string default_value; ///< without quotes; only for declared parameters
  base::SourcePosition default_where;

  /// The name in C code: the alias, if it is not empty.
  std::string const& local_name() const { return alias.empty() ? name.text : alias; }
};

/// The contents of a file.
struct ParameterFile {
  std::string file;
  std::vector<Parameter> parameters;
  std::vector<Name> shares; ///< implementations of SHARES, in order
};

/// Throws base::UserError with all findings.
ParameterFile parse_parameter_ccl(base::SourceText const& source);

std::string to_text(ParameterType type);

// Parts of the parser (parameter_ranges.cpp).

/// Parses the values up to and including `}`.
std::vector<ParameterRange> parse_ranges(Reader& reader, Parameter const& parameter);

/// Sets default_value and default_where.
void parse_default(Reader& reader, Parameter& parameter);

} // namespace chemora::ccl
