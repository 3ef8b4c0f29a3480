/// The results of a sweep while its points are visited, and their exchange between processes.
#pragma once

#include "codegen/patterns/exact_sum.hpp"
#include "codegen/patterns/extremum.hpp"
#include "codegen/patterns/grid_program.hpp"
#include "kernels/patterns/points_by_group.hpp"

#include <functional>
#include <span>
#include <unordered_map>

namespace chemora::patterns {

/// The values of a list of points, in the order of Sweep::values(): real64, or int32 for integers and truth values.
struct PointValues {
  std::size_t n_points = 0;
  std::vector<void const*> arrays{};
  std::span<long const> orders{}; ///< numbers of the points in the order of the grid
  /// Returns the indices of a point of the list.
  std::vector<double> (*point)(void const* list, std::size_t n) = nullptr;
  void const* list = nullptr;

  double const* reals(std::size_t value) const { return static_cast<double const*>(arrays[value]); }
  std::int32_t const* integers(std::size_t value) const { return static_cast<std::int32_t const*>(arrays[value]); }
};

/// The results of a part of a sweep.
class PartResults {
public:
  /// `n_groups` is the number of groups with the keys from 0; negative: there are groups for all keys. Without a key,
  /// all points are one group.
  PartResults(Sweep::Part const& part, long n_groups);

  /// Adds the points of a list. `first_value` is the number of the part's first value.
  void add(PointValues const& values, std::size_t first_value);
  /// Adds the results of later points.
  void add(PartResults const& other);
  /// Adds what a device has computed for the groups with these keys. `fields` has for each key an equal number of
  /// structures of partial_results(), with their fields one after another. `candidate` returns the point with a number.
  /// Returns false if a sum is not exact; these results are then useless.
  bool add_partial_results(std::span<double const> keys, std::span<double const> fields,
                           std::function<ExtremumCandidate(double number, double value)> const& candidate);
  /// Sets the gathered values of points: `numbers` has all fields of the first point, then those of the next.
  void set_gathered(std::size_t result, std::vector<long> orders, std::vector<double> numbers);

  void put_into(MessageWriter& writer) const;
  void add_from(MessageReader& reader);

  /// The key of each group, in the order of the arrays below.
  std::vector<double> keys() const;
  /// Returns the values of a result: one for each group, or the fields of all gathered points.
  std::vector<double> numbers(std::size_t result) const;

private:
  using Kind = Sweep::Kind;
  struct State {
    Kind kind = Kind::count;
    bool is_real = false; ///< type of the values
    double neutral = 0;
    ExactSums sums{0};
    ExactSum total{}; ///< of all points without a key
    std::vector<double> numbers{};
    std::vector<long> integers{};
    Extremum extremum{};
  };

  std::size_t n_values(std::size_t result) const;
  std::int32_t group_of(long key);
  void resize(std::size_t n_groups);
  void find_groups(std::int32_t const* keys, std::size_t n_points);
  void add_all(State& state, PointValues const& values, std::size_t value);
  void add_to_groups(State& state, PointValues const& values, std::size_t value);
  bool counts_points(State const& state) const;
  bool has_sorted_form(State const& state) const;
  void add_sorted(State& state, PointValues const& values, std::size_t value);
  static void combine(State& state, std::size_t group, double number, long integer);
  static bool is_number(Kind kind) { return kind == Kind::minimum || kind == Kind::maximum; }

  Sweep::Part const& part_;
  long n_fixed_;             ///< number of groups; -1: follows from the keys
  std::vector<long> keys_{}; ///< of groups that follow from the keys
  std::unordered_map<long, std::int32_t> groups_{};
  std::size_t n_groups_ = 0;
  std::vector<State> states_{};
  std::vector<std::int32_t> group_{}; ///< of the points of a list; the last group has points without a group
  PointsByGroup points_{};
  std::vector<long> orders_{}; ///< of gathered points
};

} // namespace chemora::patterns
