/// The kernels that thorns registered: graphs by thorn and name, with variants for different parameters.
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

/// Whether two names of thorns, kernels or regions are the same: case is ignored.
bool are_equal_names(std::string const& a, std::string const& b);

/// All findings of an error, one line and its excerpt each, without the word `error`, for output as a warning.
std::string warning_text(base::UserError const& error);

/// A registered graph. A graph with guards is parsed when its guards hold for the first time, because most variants of
/// a kernel are never used.
class KernelVariant {
public:
  /// Throws base::UserError for an invalid text. A text with guards that edlc wrote and that is unchanged
  /// (ir::is_intact) is checked only as far as its head.
  KernelVariant(std::string const& thorn, std::string text);

  std::string const& name() const { return head_.name; }
  std::vector<ir::Guard> const& guards() const { return head_.guards; }
  /// The address stays the same. Throws base::UserError for an invalid text, and for a graph whose result would depend
  /// on the order of points, because it stores an array that it reads at other points.
  ir::Graph const& graph() const;

  double seconds_of_reading() const { return seconds_; }

private:
  std::string source_name_, text_;
  ir::GraphHead head_;
  mutable std::unique_ptr<ir::Graph> graph_; ///< null until it is parsed
  mutable double seconds_ = 0;
};

struct RegisteredKernel : KernelName {
  std::vector<KernelVariant> variants{}; ///< their guards differ
};

/// Index of the variant whose guards hold. `value_of` returns the current value of a parameter as text. Throws
/// base::UserError unless there is exactly one such variant.
std::size_t choose_variant(RegisteredKernel const& kernel,
                           std::function<std::string(std::string const& parameter)> const& value_of);

class KernelRegistry {
public:
  /// Adds a graph. Errors are collected in errors(): an invalid text, or a second graph with the same name and guards.
  void add(std::string const& thorn, std::string const& graph_text);

  std::vector<std::string> const& errors() const { return errors_; }

  /// Throws base::UserError with the nearest name if there is no such kernel.
  RegisteredKernel const& find(std::string const& thorn, std::string const& name) const;

  std::vector<RegisteredKernel> const& kernels() const { return kernels_; }
  double seconds_of_reading() const;

private:
  void add_variant(std::string const& thorn, KernelVariant variant);

  std::vector<std::string> errors_;
  std::vector<RegisteredKernel> kernels_;
};

} // namespace chemora::runtime
