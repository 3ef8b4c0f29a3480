/// Numbers of iterations of patterns, as far as sizes and parameters are known.
#pragma once

#include "codegen/patterns/nest.hpp"
#include "codegen/patterns/pattern.hpp"

#include <map>
#include <string>

namespace chemora::patterns {

/// Values of sizes and parameters, by name. Other sizes are unknown.
struct KnownNumbers {
  std::map<std::string, double> exact{};
  std::map<std::string, double> hints{}; ///< approximate values that the user expects
};

/// A number of iterations or elements, and whether it is exact, a hint or the default.
struct KnownSize {
  double value = default_size;
  SizeSource source = SizeSource::assumed;
};

/// Computes integer expressions of a program from the known numbers.
class KnownSizes {
public:
  /// The arguments must outlive this object.
  KnownSizes(Program const& program, KnownNumbers const& known) : program_(program), known_(known) {}

  /// Returns the number of iterations of the generator; a range without elements has 0.
  KnownSize of(Generator const& generator) const;
  /// Returns the value of an integer expression, at least 0.
  KnownSize of(NodePtr const& count) const;

  /// Whether the number of iterations is a linear expression of sizes and parameters.
  bool is_known_at_launch(Generator const& generator) const;
  /// Whether the value is a linear expression of sizes and parameters.
  bool is_known_at_launch(NodePtr const& value) const;

private:
  std::optional<double> number(NodePtr const& node, SizeSource& source) const;

  Program const& program_;
  KnownNumbers const& known_;
};

} // namespace chemora::patterns
