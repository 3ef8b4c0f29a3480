// The kernels that thorns registered, each with its variants.
#pragma once

#include "codegen/ir/graph_head.hpp"
#include "kernel_name.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ca_kernel {

/// Whether two names of thorns, kernels or regions mean the same: case does not count.
bool are_same(std::string const& a, std::string const& b);

/// A registered graph. Those with guards are read when their guards hold: of a thorn with four orders, three never are.
class Variant {
public:
  Variant(std::string const& thorn, std::string text);

  std::string const& name() const { return head_.name; }
  std::vector<chemora::ir::Guard> const& guards() const { return head_.guards; }
  /// Stays where it is. Throws base::UserError, at the first call, for a wrong text or a graph whose result would
  /// depend on the order of points (it stores what it reads elsewhere).
  chemora::ir::Graph const& graph() const;

  double seconds_of_reading() const { return seconds_; }

private:
  std::string source_name_, text_;
  chemora::ir::GraphHead head_;
  mutable std::unique_ptr<chemora::ir::Graph> graph_; ///< null until it is wanted
  mutable double seconds_ = 0;
};

struct Kernel : KernelName {
  std::vector<Variant> variants{}; ///< differ in their guards
};

class Registry {
public:
  /// Throws base::UserError for a wrong text, of graphs with guards only of what says their name and guards.
  void add(std::string const& thorn, std::string const& graph_text);

  /// Throws base::UserError with the nearest name.
  Kernel const& find(std::string const& thorn, std::string const& name) const;

  std::vector<Kernel> const& all() const { return kernels_; }
  double seconds_of_reading() const;

private:
  std::vector<Kernel> kernels_;
};

} // namespace ca_kernel
