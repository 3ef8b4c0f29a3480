// Creates thorns from CCL texts for the tests of the binder.
#pragma once

#include "framework/bind/thorn_set.hpp"

namespace chemora::test {

struct Ccl {
  std::string interface, param, schedule, configuration;
};

/// Returns a thorn Test/<name>. Error messages name its files <name>/interface.ccl and so on.
inline bind::Thorn make_thorn(std::string const& name, Ccl const& ccl) {
  auto const file = [&](std::string const& kind, std::string const& text) {
    return base::SourceText{name + "/" + kind + ".ccl", text};
  };
  return bind::parse_thorn({"Test", name, "/thorns/Test/" + name, ""}, file("interface", ccl.interface),
                           file("param", ccl.param), file("schedule", ccl.schedule),
                           file("configuration", ccl.configuration));
}

} // namespace chemora::test
