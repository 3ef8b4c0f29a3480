#include "kernels/patterns/sweep_results.hpp"

#include "codegen/patterns/sweep_reductions.hpp"
#include "kernels/patterns/value_loops.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace chemora::patterns {

namespace {

using Kind = Sweep::Kind;

/// Integers wrap around.
long wrapped(long number) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(number)); }

/// Returns the smallest or largest of the numbers and `start`.
double extreme(Kind kind, std::span<double const> numbers, double start) {
  return kind == Kind::minimum ? smallest(numbers.data(), numbers.size(), start)
                               : largest(numbers.data(), numbers.size(), start);
}
double extreme(Kind kind, std::span<std::int32_t const> numbers, double start) {
  for (double const number : numbers)
    kind == Kind::minimum ? Smaller::combine(start, number) : Larger::combine(start, number);
  return start;
}

/// Returns the number of the first of the smallest or largest numbers; `n` if all are NaN.
template <typename Number>
std::size_t position_of_extreme(bool is_minimum, Number const* numbers, std::size_t n) {
  double const best = extreme(is_minimum ? Kind::minimum : Kind::maximum, std::span(numbers, n),
                              neutral_number(is_minimum ? Kind::minimum : Kind::maximum, true));
  for (std::size_t k = 0; k < n; ++k)
    if (static_cast<double>(numbers[k]) == best) return k;
  return n;
}

} // namespace

PartResults::PartResults(Sweep::Part const& part, long n_groups) : part_(part), n_fixed_(part.key ? n_groups : 1) {
  for (Sweep::Result const& result : part.results) {
    State state{.kind = result.kind};
    state.is_real = !result.values.empty() && result.values[0]->type.kind == ::chemora::patterns::Kind::real;
    state.neutral = neutral_number(state.kind, state.is_real);
    state.extremum.is_minimum = state.kind == Kind::arg_min;
    states_.push_back(std::move(state));
  }
  resize(static_cast<std::size_t>(std::max(n_fixed_, 0L)));
}

std::size_t PartResults::n_values(std::size_t result) const { return part_.results[result].values.size(); }

void PartResults::resize(std::size_t n_groups) {
  n_groups_ = n_groups;
  std::size_t const n = n_groups + 1;
  for (State& state : states_) {
    if (state.kind == Kind::sum && part_.key) state.sums.resize(n);
    if (is_number(state.kind)) state.numbers.resize(n, state.neutral);
    bool const is_integer = state.kind != Kind::sum && state.kind != Kind::gather && !is_number(state.kind);
    if (is_integer) state.integers.resize(n, static_cast<long>(state.neutral));
  }
}

/// Returns the group of a key, and makes it if there is none.
std::int32_t PartResults::group_of(long key) {
  if (n_fixed_ >= 0) return static_cast<std::int32_t>(key);
  auto const [item, is_new] = groups_.emplace(key, static_cast<std::int32_t>(keys_.size()));
  if (is_new) keys_.push_back(key);
  return item->second;
}

void PartResults::find_groups(std::int32_t const* keys, std::size_t n_points) {
  group_.resize(n_points);
  if (n_fixed_ >= 0) return find_fixed_groups(keys, n_points, static_cast<std::uint32_t>(n_fixed_), group_.data());
  for (std::size_t k = 0; k < n_points; ++k)
    group_[k] = k > 0 && keys[k] == keys[k - 1] ? group_[k - 1] : group_of(keys[k]);
  if (keys_.size() > n_groups_) resize(2 * keys_.size());
}

void PartResults::add(PointValues const& values, std::size_t first_value) {
  std::size_t value = first_value;
  if (part_.key) find_groups(values.integers(value++), values.n_points);
  bool const is_sorted = part_.key && n_groups_ < PointsByGroup::max_groups;
  if (is_sorted) points_.sort(group_, n_groups_ + 1);
  bool gathers = false;
  for (std::size_t n = 0; n < states_.size(); ++n) {
    if (is_sorted && has_sorted_form(states_[n]))
      add_sorted(states_[n], values, value);
    else if (part_.key)
      add_to_groups(states_[n], values, value);
    else if (states_[n].kind == Kind::gather) {
      gathers = true;
      for (std::size_t k = 0; k < values.n_points; ++k)
        for (std::size_t field = 0; field < n_values(n); ++field) {
          bool const is_real = part_.results[n].values[field]->type.kind == ::chemora::patterns::Kind::real;
          states_[n].numbers.push_back(is_real ? values.reals(value + field)[k] : values.integers(value + field)[k]);
        }
    } else
      add_all(states_[n], values, value);
    value += n_values(n);
  }
  if (gathers) orders_.insert(orders_.end(), values.orders.begin(), values.orders.end());
}

bool PartResults::counts_points(State const& state) const {
  return state.kind == Kind::count && n_values(static_cast<std::size_t>(&state - states_.data())) == 0;
}

/// Adds the values of all points to the only group.
void PartResults::add_all(State& state, PointValues const& values, std::size_t value) {
  std::size_t const n = values.n_points;
  switch (state.kind) {
  case Kind::sum:
    return state.total.add({values.reals(value), n});
  case Kind::minimum:
  case Kind::maximum:
    state.numbers[0] = state.is_real ? extreme(state.kind, std::span(values.reals(value), n), state.numbers[0])
                                     : extreme(state.kind, std::span(values.integers(value), n), state.numbers[0]);
    return;
  case Kind::arg_min:
  case Kind::arg_max: {
    if (n == 0) return;
    bool const is_minimum = state.kind == Kind::arg_min;
    auto const candidate = [&](std::size_t k) {
      double const number = state.is_real ? values.reals(value)[k] : values.integers(value)[k];
      return ExtremumCandidate{number, values.orders[k], values.point(values.list, k)};
    };
    if (state.extremum.first.order < 0) state.extremum.add(candidate(0));
    std::size_t const best = state.is_real ? position_of_extreme(is_minimum, values.reals(value), n)
                                           : position_of_extreme(is_minimum, values.integers(value), n);
    if (best < n) state.extremum.add(candidate(best));
    return;
  }
  default:
    break;
  }
  if (counts_points(state)) {
    state.integers[0] += static_cast<long>(n);
    return;
  }
  std::int32_t const* const numbers = values.integers(value);
  std::uint64_t sum = 0;
  std::uint32_t product = 1;
  for (std::size_t k = 0; k < n; ++k) sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(numbers[k]));
  if (state.kind == Kind::multiply)
    for (std::size_t k = 0; k < n; ++k) product *= static_cast<std::uint32_t>(numbers[k]);
  long total = static_cast<long>(sum);
  if (state.kind == Kind::any) total = sum > 0 ? 1 : 0;
  if (state.kind == Kind::all) total = sum == n ? 1 : 0;
  if (state.kind == Kind::multiply) total = wrapped(product);
  combine(state, 0, 0, total);
}

void PartResults::combine(State& state, std::size_t group, double number, long integer) {
  switch (state.kind) {
  case Kind::minimum:
    Smaller::combine(state.numbers[group], number);
    return;
  case Kind::maximum:
    Larger::combine(state.numbers[group], number);
    return;
  case Kind::any:
    state.integers[group] |= integer;
    return;
  case Kind::all:
    state.integers[group] &= integer;
    return;
  case Kind::add:
    state.integers[group] = wrapped(state.integers[group] + integer);
    return;
  case Kind::multiply:
    state.integers[group] = wrapped(state.integers[group] * integer);
    return;
  default:
    state.integers[group] += integer;
  }
}

/// Returns whether add_sorted() can add values to a state.
bool PartResults::has_sorted_form(State const& state) const {
  return state.kind == Kind::sum || counts_points(state) || (state.is_real && is_number(state.kind));
}

/// Adds the values of points that are sorted by group, with vectors.
void PartResults::add_sorted(State& state, PointValues const& values, std::size_t value) {
  if (!counts_points(state)) points_.set_values(values.reals(value));
  for (std::size_t group = 0; group < n_groups_; ++group) {
    if (points_.n_points(group) == 0) continue;
    if (counts_points(state))
      state.integers[group] += static_cast<long>(points_.n_points(group));
    else if (state.kind == Kind::sum)
      state.sums.add(group, points_.padded_values(group));
    else
      state.numbers[group] = extreme(state.kind, points_.values(group), state.numbers[group]);
  }
}

void PartResults::add_to_groups(State& state, PointValues const& values, std::size_t value) {
  std::size_t const n = values.n_points;
  auto const for_each = [&](auto const& add) {
    for (std::size_t k = 0; k < n; ++k) add(static_cast<std::size_t>(group_[k]), k);
  };
  switch (state.kind) {
  case Kind::sum:
    // Points without a group are not added.
    return state.sums.add(group_, {values.reals(value), n},
                          n_fixed_ >= 0 ? static_cast<std::size_t>(n_fixed_) : SIZE_MAX);
  case Kind::minimum:
  case Kind::maximum:
    if (!state.is_real)
      return for_each([&](std::size_t group, std::size_t k) { combine(state, group, values.integers(value)[k], 0); });
    if (state.kind == Kind::minimum)
      return for_each(
          [&, numbers = state.numbers.data(), reals = values.reals(value)](std::size_t group, std::size_t k) {
            if (reals[k] < numbers[group]) numbers[group] = reals[k];
          });
    return for_each([&, numbers = state.numbers.data(), reals = values.reals(value)](std::size_t group, std::size_t k) {
      if (numbers[group] < reals[k]) numbers[group] = reals[k];
    });
  case Kind::count:
    if (counts_points(state))
      return for_each([integers = state.integers.data()](std::size_t group, std::size_t) { ++integers[group]; });
    [[fallthrough]];
  default:
    return for_each([&](std::size_t group, std::size_t k) { combine(state, group, 0, values.integers(value)[k]); });
  }
}

void PartResults::add(PartResults const& other) {
  for (std::size_t group = 0; part_.key && n_fixed_ < 0 && group < other.keys_.size(); ++group)
    group_of(other.keys_[group]);
  if (part_.key && n_fixed_ < 0 && keys_.size() > n_groups_) resize(keys_.size());
  std::size_t const n = n_fixed_ >= 0 ? static_cast<std::size_t>(n_fixed_) : other.keys_.size();
  for (std::size_t s = 0; s < states_.size(); ++s) {
    State& state = states_[s];
    State const& from = other.states_[s];
    state.total.add(from.total);
    state.extremum.add(from.extremum.first);
    state.extremum.add(from.extremum.best);
    if (state.kind == Kind::gather) {
      state.numbers.insert(state.numbers.end(), from.numbers.begin(), from.numbers.end());
      continue;
    }
    for (std::size_t k = 0; k < n; ++k) {
      auto const group = n_fixed_ >= 0 ? k : static_cast<std::size_t>(group_of(other.keys_[k]));
      if (state.kind == Kind::sum && part_.key)
        for (double const term : from.sums.terms(k)) state.sums.add(group, term);
      else if (state.kind != Kind::sum)
        combine(state, group, from.numbers.empty() ? 0 : from.numbers[k], from.integers.empty() ? 0 : from.integers[k]);
    }
  }
  orders_.insert(orders_.end(), other.orders_.begin(), other.orders_.end());
}

bool PartResults::add_partial_results(std::span<double const> keys, std::span<double const> fields,
                                      std::function<ExtremumCandidate(double number, double value)> const& candidate) {
  std::size_t n_fields = 0;
  for (Sweep::Result const& result : part_.results)
    if (result.kind != Kind::gather) n_fields += n_fields_of(result);
  std::vector<std::size_t> groups;
  for (double const key : keys) groups.push_back(static_cast<std::size_t>(group_of(static_cast<long>(key))));
  if (n_fixed_ < 0 && keys_.size() > n_groups_) resize(keys_.size());
  std::size_t const n = n_fields * groups.size() == 0 ? 0 : fields.size() / (n_fields * groups.size());
  for (std::size_t k = 0, first = 0; k < groups.size() * n; ++k, first += n_fields) {
    auto field = fields.begin() + static_cast<std::ptrdiff_t>(first);
    for (State& state : states_) {
      if (state.kind == Kind::gather) continue;
      if (state.kind == Kind::sum) {
        std::span const parts(field, max_parts);
        bool const is_finite = std::ranges::all_of(parts, [](double part) { return std::isfinite(part); });
        if (!is_finite || field[max_parts] != 0) return false;
        part_.key ? state.sums.add(groups[k / n], parts) : state.total.add(parts);
        field += max_parts + 1;
      } else if (is_position(state.kind)) {
        for (int const end : {2, 4})
          if (field[end - 2] != no_point) state.extremum.add(candidate(field[end - 2], field[end - 1]));
        field += 4;
      } else {
        combine(state, groups[k / n], *field, static_cast<long>(is_number(state.kind) ? 0 : *field));
        ++field;
      }
    }
  }
  return true;
}

void PartResults::set_gathered(std::size_t result, std::vector<long> orders, std::vector<double> numbers) {
  states_[result].numbers = std::move(numbers);
  orders_ = std::move(orders);
}

void PartResults::put_into(MessageWriter& writer) const {
  std::size_t const n = n_fixed_ >= 0 ? static_cast<std::size_t>(n_fixed_) : keys_.size();
  writer.put(static_cast<long>(n));
  for (std::size_t group = 0; group < n; ++group) writer.put(n_fixed_ >= 0 ? static_cast<long>(group) : keys_[group]);
  for (State const& state : states_) {
    if (state.kind == Kind::sum && part_.key)
      for (std::size_t group = 0; group < n; ++group) writer.put(state.sums.terms(group));
    else if (state.kind == Kind::sum)
      writer.put(state.total.terms());
    else if (is_position(state.kind))
      state.extremum.put_into(writer);
    else if (state.kind == Kind::gather)
      writer.put(state.numbers);
    else
      for (std::size_t group = 0; group < n; ++group)
        is_number(state.kind) ? writer.put(state.numbers[group]) : writer.put(state.integers[group]);
  }
  writer.put(static_cast<long>(orders_.size()));
  for (long const order : orders_) writer.put(order);
}

void PartResults::add_from(MessageReader& reader) {
  std::vector<std::size_t> groups(static_cast<std::size_t>(reader.integer()));
  for (std::size_t& group : groups) group = static_cast<std::size_t>(group_of(reader.integer()));
  if (n_fixed_ < 0 && keys_.size() > n_groups_) resize(keys_.size());
  for (State& state : states_) {
    if (state.kind == Kind::sum) {
      for (std::size_t const group : groups)
        for (double const term : reader.numbers()) part_.key ? state.sums.add(group, term) : state.total.add(term);
    } else if (is_position(state.kind)) {
      state.extremum.add_from(reader);
    } else if (state.kind == Kind::gather) {
      std::vector<double> const numbers = reader.numbers();
      state.numbers.insert(state.numbers.end(), numbers.begin(), numbers.end());
    } else {
      for (std::size_t const group : groups)
        if (is_number(state.kind))
          combine(state, group, reader.number(), 0);
        else
          combine(state, group, 0, reader.integer());
    }
  }
  for (long n = reader.integer(); n > 0; --n) orders_.push_back(reader.integer());
}

std::vector<double> PartResults::keys() const {
  std::vector<double> result(n_fixed_ >= 0 ? static_cast<std::size_t>(n_fixed_) : keys_.size());
  if (n_fixed_ >= 0)
    std::iota(result.begin(), result.end(), 0.0);
  else
    std::copy(keys_.begin(), keys_.end(), result.begin());
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<double> PartResults::numbers(std::size_t result) const {
  State const& state = states_[result];
  if (state.kind == Kind::gather) {
    std::size_t const n_fields = n_values(result);
    std::vector<std::size_t> places(orders_.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (std::is_sorted(orders_.begin(), orders_.end())) return state.numbers;
    std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return orders_[a] < orders_[b]; });
    std::vector<double> numbers;
    numbers.reserve(state.numbers.size());
    for (std::size_t const place : places)
      for (std::size_t field = 0; field < n_fields; ++field) numbers.push_back(state.numbers[place * n_fields + field]);
    return numbers;
  }
  if (is_position(state.kind)) {
    std::vector<double> const& point = state.extremum.result().point;
    return point.empty() ? std::vector<double>(3, -1) : point;
  }
  if (!part_.key && state.kind == Kind::sum) return {state.total.value()};
  std::vector<double> numbers;
  for (double const key : keys()) {
    auto const group =
        n_fixed_ >= 0 ? static_cast<std::size_t>(key) : static_cast<std::size_t>(groups_.at(static_cast<long>(key)));
    if (state.kind == Kind::sum)
      numbers.push_back(state.sums.value(group));
    else
      numbers.push_back(is_number(state.kind) ? state.numbers[group] + 0.0
                                              : static_cast<double>(state.integers[group]));
    if (!part_.key) break;
  }
  return numbers;
}

} // namespace chemora::patterns
