/// The order of reductions whose result depends on it, such as sums of real numbers. It does not depend on threads,
/// blocks, vector lanes or processes, which all take whole chunks.
///
/// The elements are divided into chunks of 1024. A chunk has 32 partial results, which start with the neutral element.
/// - `interleaved`: element n of the chunk is combined with partial result n mod 32, in the order of n. The partial
///   results are combined by halves: p[k] = p[k] + p[k + h] for all k < h and h = 16, 8, 4, 2, 1. This order is for
///   functions for which the order of operands does not matter except for rounding.
/// - `consecutive`: element n of the chunk is combined with partial result n / 32, and neighbours are combined:
///   p[k] = p[2 k] + p[2 k + 1] for 16, 8, 4, 2 and 1 pairs. This order keeps the operands in the order of the
///   elements, as associative functions that are not commutative require.
/// The results of the chunks are combined by a binary tree over their index: neighbours are combined until one result
/// is left, and a last result without neighbour is unchanged. The result of no elements is the neutral element.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace chemora::ir {

constexpr std::size_t reduction_chunk = 1024; ///< elements of a chunk
constexpr std::size_t reduction_lanes = 32;   ///< partial results of a chunk

enum class ReductionOrder { interleaved, consecutive };

/// Combines values that are passed one after another. `Combine` takes two values and returns one.
template <typename Value, typename Combine>
class OrderedReduction {
public:
  OrderedReduction(Value neutral, Combine combine, ReductionOrder order = ReductionOrder::interleaved)
      : neutral_(std::move(neutral)), combine_(std::move(combine)), order_(order) {
    lanes_.fill(neutral_);
  }

  void add(Value const& value) {
    std::size_t const lane = order_ == ReductionOrder::interleaved ? n_in_chunk_ % reduction_lanes
                                                                   : n_in_chunk_ / (reduction_chunk / reduction_lanes);
    lanes_[lane] = combine_(lanes_[lane], value);
    if (++n_in_chunk_ == reduction_chunk) finish_chunk();
  }

  /// Returns the result of all values, after which no values may be added.
  Value result() {
    if (n_in_chunk_ > 0) finish_chunk();
    if (chunks_.empty()) return neutral_;
    Value value = chunks_.back().second;
    for (std::size_t n = chunks_.size() - 1; n-- > 0;) value = combine_(chunks_[n].second, value);
    return value;
  }

private:
  void finish_chunk() {
    bool const is_interleaved = order_ == ReductionOrder::interleaved;
    for (std::size_t half = reduction_lanes / 2; half > 0; half /= 2)
      for (std::size_t k = 0; k < half; ++k)
        lanes_[k] = is_interleaved ? combine_(lanes_[k], lanes_[k + half]) : combine_(lanes_[2 * k], lanes_[2 * k + 1]);
    add_chunk(lanes_[0]);
    lanes_.fill(neutral_);
    n_in_chunk_ = 0;
  }

  /// Complete subtrees with equal numbers of chunks are combined immediately.
  void add_chunk(Value value) {
    std::size_t n_chunks = 1;
    while (!chunks_.empty() && chunks_.back().first == n_chunks) {
      value = combine_(chunks_.back().second, value);
      chunks_.pop_back();
      n_chunks *= 2;
    }
    chunks_.emplace_back(n_chunks, std::move(value));
  }

  Value neutral_;
  Combine combine_;
  ReductionOrder order_;
  std::array<Value, reduction_lanes> lanes_{};
  std::size_t n_in_chunk_ = 0;
  std::vector<std::pair<std::size_t, Value>> chunks_{}; ///< results of subtrees and their numbers of chunks
};

} // namespace chemora::ir
