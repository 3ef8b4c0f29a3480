/// Stores the kernels that thorns registered. Each kernel has a name and one or more graphs, one for each set of
/// parameter values it supports.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/errors.hpp"
#include "kernels/machine/timed.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace chemora::runtime {

using machine::timed;

struct KernelName {
  std::string thorn, name;

  std::string full_name() const { return thorn + "::" + name; }
};

/// Returns whether two names of thorns, kernels or regions are equal, ignoring case.
bool are_equal_names(std::string const& a, std::string const& b);

/// Returns the diagnostics of an error as text for a warning. Each diagnostic has one line and a source excerpt,
/// without the word `error`.
std::string warning_text(base::UserError const& error);

/// A registered graph of a kernel. Guards are conditions on parameters under which the graph is used. A graph with
/// guards is parsed only when it is first used, because a run uses few variants of a kernel.
class KernelVariant {
public:
  /// Throws base::UserError if the graph text is invalid. If the text has guards and a valid checksum (ir::is_intact),
  /// the constructor parses only the head of the graph.
  KernelVariant(std::string const& thorn, std::string text);

  std::string const& name() const { return head_.name; }
  std::vector<ir::Guard> const& guards() const { return head_.guards; }
  /// Returns the parsed graph, whose address does not change. The function throws base::UserError if the text is
  /// invalid. It also throws if the graph stores an array that it reads at neighbouring points, because the result
  /// would depend on the order of points.
  ir::Graph const& graph() const;

  double seconds_of_reading() const { return seconds_; }

private:
  std::string source_name_, text_;
  ir::GraphHead head_;
  mutable std::unique_ptr<ir::Graph> graph_; ///< the parsed graph; null before the first use
  mutable double seconds_ = 0;
};

struct RegisteredKernel : KernelName {
  std::vector<KernelVariant> variants{}; ///< graphs with different guards
};

/// Returns the index of the variant whose guards are true. `value_of` returns the current value of a parameter as text.
/// The function throws base::UserError unless the guards of exactly one variant are true.
std::size_t choose_variant(RegisteredKernel const& kernel,
                           std::function<std::string(std::string const& parameter)> const& value_of);

/// Returns the index of the value `text` of a parameter of a graph. Throws base::UserError if the graph was not
/// generated for this value.
int keyword_index(std::string const& thorn, ir::Parameter const& parameter, std::string const& text);

class KernelRegistry {
public:
  /// Adds a graph. If the text is invalid, or a graph with the same name and guards exists, the function adds a message
  /// to errors().
  void add(std::string const& thorn, std::string const& graph_text);

  std::vector<std::string> const& errors() const { return errors_; }

  /// Returns the kernel of this thorn and name. If no such kernel exists, the function throws base::UserError with the
  /// most similar kernel name.
  RegisteredKernel const& find(std::string const& thorn, std::string const& name) const;

  std::vector<RegisteredKernel> const& kernels() const { return kernels_; }
  double seconds_of_reading() const;

private:
  void add_variant(std::string const& thorn, KernelVariant variant);

  std::vector<std::string> errors_;
  std::vector<RegisteredKernel> kernels_;
};

} // namespace chemora::runtime
