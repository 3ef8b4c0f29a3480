/// configuration.ccl as data: the capabilities and thorns that a thorn requires, and the capabilities that it provides.
#pragma once

#include "framework/ccl/expression.hpp"

#include <string>
#include <vector>

namespace chemora::ccl {

/// `REQUIRES cap (>= 1.2)`, `OPTIONAL cap { }`, `OPTIONAL_IFACTIVE cap { }`
struct RequiredCapability {
  enum class Kind { required, optional, optional_if_active };
  Name name;
  Kind kind = Kind::required;
  std::string comparison; ///< << <= = >= >>; empty for any version
  std::string version;
};

/// `PROVIDES cap { SCRIPT s LANG l OPTIONS a b VERSION v }`
struct ProvidedCapability {
  Name name;
  std::string script;
  std::string language;
  std::vector<std::string> options;
  std::string version;
};

/// The contents of a file.
struct Configuration {
  std::string file;
  std::vector<RequiredCapability> requirements;
  std::vector<ProvidedCapability> provides;
  std::vector<Name> required_thorns; ///< REQUIRES THORNS: a b
};

/// Throws base::UserError with all findings.
Configuration parse_configuration(base::SourceText const& source);

} // namespace chemora::ccl
