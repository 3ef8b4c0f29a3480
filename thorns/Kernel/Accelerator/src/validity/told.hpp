// What somebody has told of having written, part by part.
#pragma once

#include "validity.hpp"

#include <vector>

namespace accelerator {

/// Of parts that were told of, nothing is known of the other parts of the same array.
class Told {
public:
  void add(std::vector<Access> const& accesses);
  void clear() { told_.clear(); }

  /// What is in both.
  std::vector<Access> within(std::vector<Access> const& accesses) const;
  /// What of these was not told of.
  std::vector<Access> missing(std::vector<Access> const& accesses) const;
  std::vector<Access> all() const;

private:
  Parts parts_of(Place const& place) const;

  std::vector<Access> told_; ///< in this order, arrays perhaps more than once
};

} // namespace accelerator
