#include "exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace pughreduce {
namespace {

constexpr int limb_bits = 32;
constexpr std::int64_t limb_mask = (std::int64_t{1} << limb_bits) - 1;
constexpr int mantissa_bits = 53;
constexpr int lowest_exponent = -1074; // exponent of the smallest subnormal number
constexpr std::int64_t max_pending_terms = std::int64_t{1} << 30;
__extension__ using Wide = unsigned __int128;

/// The absolute value of a term, mantissa * 2^(shift + lowest_exponent).
struct Parts {
  std::uint64_t mantissa;
  int shift;
};

Parts split(double term) {
  auto const bits = std::bit_cast<std::uint64_t>(term);
  auto const fraction = bits & ((std::uint64_t{1} << (mantissa_bits - 1)) - 1);
  int const exponent = static_cast<int>(bits >> (mantissa_bits - 1)) & 0x7ff;
  if (exponent == 0) return {fraction, 0};
  return {fraction | std::uint64_t{1} << (mantissa_bits - 1), exponent - 1};
}

void carry(ExactSum::State& state) {
  for (int i = 0; i + 1 < ExactSum::n_limbs; ++i) {
    state[i + 1] += state[i] >> limb_bits;
    state[i] &= limb_mask;
  }
}

bool bit(ExactSum::State const& state, int position) {
  return position >= 0 && (state[position / limb_bits] >> (position % limb_bits) & 1);
}

bool any_bit_below(ExactSum::State const& state, int position) {
  for (int i = 0; i < position / limb_bits; ++i)
    if (state[i] != 0) return true;
  int const rest = position % limb_bits;
  return position > 0 && (state[position / limb_bits] & ((std::int64_t{1} << rest) - 1)) != 0;
}

/// The position of the highest set bit of a non-negative number after carries, or -1 for zero.
int highest_bit(ExactSum::State const& state) {
  for (int i = ExactSum::n_limbs - 1; i >= 0; --i)
    if (state[i] != 0) return i * limb_bits + 63 - std::countl_zero(static_cast<std::uint64_t>(state[i]));
  return -1;
}

double round_magnitude(ExactSum::State const& state) {
  int const highest = highest_bit(state);
  int const lowest = std::max(0, highest - (mantissa_bits - 1));
  if (highest / limb_bits >= ExactSum::n_limbs - 1) return std::numeric_limits<double>::infinity();
  std::uint64_t mantissa = 0;
  for (int position = highest; position >= lowest; --position) mantissa = mantissa << 1 | bit(state, position);
  if (bit(state, lowest - 1) && (any_bit_below(state, lowest - 1) || (mantissa & 1))) ++mantissa;
  return std::ldexp(static_cast<double>(mantissa), lowest + lowest_exponent);
}

} // namespace

void ExactSum::add(double term) {
  if (!std::isfinite(term)) return add_special(term);
  auto const [mantissa, shift] = split(term);
  Wide const wide = static_cast<Wide>(mantissa) << (shift % limb_bits);
  std::int64_t* const limb = state_.data() + shift / limb_bits;
  std::int64_t const sign = std::signbit(term) ? -1 : 1;
  limb[0] += sign * static_cast<std::int64_t>(static_cast<std::uint64_t>(wide) & limb_mask);
  limb[1] += sign * static_cast<std::int64_t>(static_cast<std::uint64_t>(wide >> limb_bits) & limb_mask);
  limb[2] += sign * static_cast<std::int64_t>(static_cast<std::uint64_t>(wide >> 2 * limb_bits));
  if (++pending_terms_ >= max_pending_terms) normalise();
}

void ExactSum::add(ExactSum other) {
  normalise();
  other.normalise();
  for (int i = 0; i < n_integers; ++i) state_[i] += other.state_[i];
  normalise();
}

void ExactSum::add_special(double term) {
  ++state_[std::isnan(term) ? nan : term > 0 ? plus_infinity : minus_infinity];
}

void ExactSum::normalise() {
  carry(state_);
  pending_terms_ = 0;
}

ExactSum::State const& ExactSum::normalised_state() {
  normalise();
  return state_;
}

void ExactSum::set_state(State const& state) {
  state_ = state;
  normalise();
}

double ExactSum::value() const {
  if (state_[nan] || (state_[plus_infinity] && state_[minus_infinity])) return std::numeric_limits<double>::quiet_NaN();
  if (state_[plus_infinity]) return std::numeric_limits<double>::infinity();
  if (state_[minus_infinity]) return -std::numeric_limits<double>::infinity();
  State magnitude = state_;
  carry(magnitude);
  bool const is_negative = magnitude[n_limbs - 1] < 0;
  if (is_negative) {
    for (std::int64_t& limb : magnitude) limb = -limb;
    carry(magnitude);
  }
  double const value = highest_bit(magnitude) < 0 ? 0.0 : round_magnitude(magnitude);
  return is_negative ? -value : value;
}

} // namespace pughreduce
