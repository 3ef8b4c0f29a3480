// The kernels that thorns registered, each with its variants.
#pragma once

#include "codegen/ir/graph.hpp"
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
  /// Throws base::UserError for a wrong text, but of a graph with guards whose text edlc wrote and nobody has changed
  /// (ir::is_intact) looks at no more than its head.
  Variant(std::string const& thorn, std::string text);

  std::string const& name() const { return head_.name; }
  std::vector<chemora::ir::Guard> const& guards() const { return head_.guards; }
  /// Stays where it is. A graph whose result would depend on the order of points (it stores what it reads elsewhere) is
  /// wrong, too.
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
  /// What is wrong with a text, or that there is one of this name with these guards, is kept for problems().
  void add(std::string const& thorn, std::string const& graph_text);

  /// Of texts that are not among all(), a message each.
  std::vector<std::string> const& problems() const { return problems_; }

  /// Throws base::UserError with the nearest name.
  Kernel const& find(std::string const& thorn, std::string const& name) const;

  std::vector<Kernel> const& all() const { return kernels_; }
  double seconds_of_reading() const;

private:
  void add_variant(std::string const& thorn, Variant variant);

  std::vector<std::string> problems_;
  std::vector<Kernel> kernels_;
};

} // namespace ca_kernel
