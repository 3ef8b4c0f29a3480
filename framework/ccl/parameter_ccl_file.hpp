// param.ccl as data: new, shared and extended parameters with their admissible values.
#pragma once

#include "framework/ccl/name.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chemora::ccl {

enum class ParameterType { integer, real, keyword, string, boolean };
enum class ParameterScope { global, restricted, private_scope, shared };
enum class Steerable { never, always, recover };
enum class ParameterOrigin {
  declared, ///< a new parameter of this thorn
  used,     ///< USES: the owner's parameter
  extended, ///< EXTENDS: the owner's parameter with further admissible values
};

/// One entry between the braces, of the kind the parameter's type needs.
struct ParameterRange {
  base::SourcePosition where;
  std::string description;

  // INT and REAL: lower:upper:stride; an absent bound is open (`*` or nothing).
  std::optional<std::string> lower; ///< digits as written (REAL: exponent d or D replaced by e)
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
  std::string alias;               ///< AS: the name in this thorn's code; empty if there is none
  std::optional<int> array_length; ///< `name[n]`
  Steerable steerable = Steerable::never;
  std::string accumulator;      ///< ACCUMULATOR=(x+y): `x+y`
  std::string accumulator_base; ///< ACCUMULATOR-BASE=thorn::par
  std::string description;
  std::vector<ParameterRange> ranges;
  std::string default_value; ///< as written, without quotes; only of declared parameters
  base::SourcePosition default_where;

  /// The name in C code: the alias if there is one.
  std::string const& local_name() const { return alias.empty() ? name.text : alias; }
};

/// The whole file.
struct ParameterFile {
  std::string file;
  std::vector<Parameter> parameters;
  std::vector<Name> shares; ///< implementations named by SHARES, in order
};

/// Throws base::UserError with all findings.
ParameterFile parse_parameter_ccl(base::SourceText const& source);

std::string to_text(ParameterType type);

} // namespace chemora::ccl
