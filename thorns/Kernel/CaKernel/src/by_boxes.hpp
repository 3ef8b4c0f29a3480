// What was made for a list of boxes: launches ask for the same few lists again and again.
#pragma once

#include "framework/base/box.hpp"

#include <algorithm>
#include <list>
#include <span>
#include <vector>

namespace ca_kernel {

template <class Value>
class ByBoxes {
public:
  /// What make() gives for these boxes, made at the first call. It stays until others are asked for.
  template <class Make>
  Value const& get(std::span<chemora::base::Box const> boxes, Make const& make) {
    for (auto const& known : known_)
      if (std::equal(known.boxes.begin(), known.boxes.end(), boxes.begin(), boxes.end())) return known.value;
    if (known_.size() == most) known_.pop_front();
    known_.push_back({{boxes.begin(), boxes.end()}, make()});
    return known_.back().value;
  }

  void clear() { known_.clear(); }

private:
  static constexpr std::size_t most = 16; ///< whole regions, and what is left of them for each set of faces in flight

  struct Known {
    std::vector<chemora::base::Box> boxes;
    Value value;
  };
  std::list<Known> known_;
};

} // namespace ca_kernel
