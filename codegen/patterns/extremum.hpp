/// The position of the smallest or largest value on a grid that is divided among processes.
#pragma once

#include "codegen/patterns/messages.hpp"

#include <cmath>

namespace chemora::patterns {

/// A candidate for the position of an extremum. The first point of the grid is a candidate even if its value is NaN,
/// and is then the result, because no other value is smaller or larger than it. Other NaNs are ignored.
struct ExtremumCandidate {
  double value = 0;
  long order = -1; ///< number of the point; -1 if there is none
  std::vector<double> point{};

  bool is_before(ExtremumCandidate const& other) const {
    return order >= 0 && (other.order < 0 || order < other.order);
  }

  void put_into(MessageWriter& writer) const {
    writer.put(value);
    writer.put(order);
    writer.put(point);
  }
  static ExtremumCandidate read(MessageReader& reader) {
    double const value = reader.number();
    long const order = reader.integer();
    return {value, order, reader.numbers()};
  }
};

/// The first point, and the first of the points with the smallest or largest value.
struct Extremum {
  bool is_minimum = true;
  ExtremumCandidate first{}, best{};

  void add(ExtremumCandidate const& candidate) {
    if (candidate.order < 0) return;
    if (candidate.is_before(first)) first = candidate;
    if (std::isnan(candidate.value)) return;
    bool const is_better = is_minimum ? candidate.value < best.value : best.value < candidate.value;
    bool const is_earlier = candidate.value == best.value && candidate.is_before(best);
    if (best.order < 0 || is_better || is_earlier) best = candidate;
  }
  void put_into(MessageWriter& writer) const {
    first.put_into(writer);
    best.put_into(writer);
  }
  void add_from(MessageReader& reader) {
    add(ExtremumCandidate::read(reader));
    add(ExtremumCandidate::read(reader));
  }
  ExtremumCandidate const& result() const { return best.order < 0 || std::isnan(first.value) ? first : best; }
};

} // namespace chemora::patterns
