// The kernels that thorns registered, each with its variants.
#pragma once

#include "codegen/ir/graph.hpp"

#include <string>
#include <vector>

namespace ca_kernel {

/// Whether two names of thorns, kernels or regions mean the same: case does not count.
bool are_same(std::string const& a, std::string const& b);

struct Kernel {
  std::string thorn, name;
  std::vector<chemora::ir::Graph> variants; ///< differ in their guards

  std::string full_name() const { return thorn + "::" + name; }
};

class Registry {
public:
  /// Parses and checks a graph. Throws base::UserError for a wrong text or a graph whose result would depend on the
  /// order of points (it stores what it reads elsewhere).
  void add(std::string const& thorn, std::string const& graph_text);

  /// Throws base::UserError with the nearest name.
  Kernel const& find(std::string const& thorn, std::string const& name) const;

  std::vector<Kernel> const& all() const { return kernels_; }

private:
  std::vector<Kernel> kernels_;
};

} // namespace ca_kernel
