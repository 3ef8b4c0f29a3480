#include "codegen/polyhedral/eliminate.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace chemora::polyhedral {

namespace {

// Beyond these limits, isl decides.
constexpr std::size_t max_rows = 150;
constexpr long max_entry = 1L << 30;

} // namespace

long floor_quotient(long numerator, long divisor) {
  return numerator >= 0 ? numerator / divisor : -((-numerator + divisor - 1) / divisor);
}

long divisor_of(Row const& row) {
  long divisor = 0;
  for (std::size_t n = 1; n < row.size() && divisor != 1; ++n) divisor = std::gcd(divisor, row[n]);
  return divisor;
}

void tighten(Row& row) {
  long const divisor = divisor_of(row);
  if (divisor <= 1) return;
  row[0] = floor_quotient(row[0], divisor);
  for (std::size_t n = 1; n < row.size(); ++n) row[n] /= divisor;
}

void substitute(Row& row, Row const& equality, std::size_t variable) {
  long const factor = row[variable] * equality[variable];
  if (factor == 0) return;
  for (std::size_t n = 0; n < row.size(); ++n) row[n] -= factor * equality[n];
}

namespace {

class Elimination {
public:
  Elimination(std::vector<Row> equalities, std::vector<Row> inequalities, std::size_t n_variables)
      : equalities_(std::move(equalities)), inequalities_(std::move(inequalities)), n_variables_(n_variables) {
    for (std::vector<Row>* rows : {&equalities_, &inequalities_})
      for (Row& row : *rows) row.resize(n_variables_ + 1, 0);
  }

  std::optional<bool> is_empty() {
    while (substitute_one()) {
    }
    if (!is_empty_ && !normalise_inequalities()) is_empty_ = true;
    if (is_empty_) return true;
    if (!equalities_.empty()) return std::nullopt;
    while (!inequalities_.empty()) {
      std::size_t const variable = best_variable();
      if (variable == 0 || !eliminate(variable)) return std::nullopt;
      if (!normalise_inequalities()) return true;
    }
    return false;
  }

private:
  /// Removes one equality by substitution; returns whether there was one. Sets is_empty_ if an equality has no
  /// solution.
  bool substitute_one() {
    for (std::size_t n = 0; n < equalities_.size(); ++n) {
      Row& row = equalities_[n];
      long const divisor = divisor_of(row);
      if (divisor == 0 ? row[0] != 0 : row[0] % divisor != 0) is_empty_ = true;
      if (is_empty_) return false;
      if (divisor > 1)
        for (long& entry : row) entry /= divisor;
      auto const unit = std::find_if(row.begin() + 1, row.end(), [](long entry) { return entry == 1 || entry == -1; });
      if (divisor != 0 && unit == row.end()) continue;
      Row const used = row;
      std::size_t const variable = static_cast<std::size_t>(unit - row.begin());
      equalities_.erase(equalities_.begin() + static_cast<long>(n));
      if (divisor != 0)
        for (std::vector<Row>* rows : {&equalities_, &inequalities_})
          for (Row& other : *rows) substitute(other, used, variable);
      return true;
    }
    return false;
  }

  /// Divides by common divisors, removes weaker ones of parallel constraints, and returns whether no contradiction was
  /// found.
  bool normalise_inequalities() {
    std::vector<Row> rows;
    for (Row& row : inequalities_) {
      long const divisor = divisor_of(row);
      if (divisor == 0) {
        if (row[0] < 0) return false;
        continue;
      }
      tighten(row);
      rows.push_back(std::move(row));
    }
    std::sort(rows.begin(), rows.end(), [](Row const& a, Row const& b) {
      int const order = compare_factors(a, b);
      return order != 0 ? order < 0 : a[0] < b[0];
    });
    rows.erase(
        std::unique(rows.begin(), rows.end(), [](Row const& a, Row const& b) { return compare_factors(a, b) == 0; }),
        rows.end());
    inequalities_ = std::move(rows);
    return !has_opposite_contradiction();
  }

  static int compare_factors(Row const& a, Row const& b) {
    for (std::size_t n = 1; n < a.size(); ++n)
      if (a[n] != b[n]) return a[n] < b[n] ? -1 : 1;
    return 0;
  }

  bool has_opposite_contradiction() const {
    for (Row const& row : inequalities_) {
      Row opposite = row;
      for (long& entry : opposite) entry = -entry;
      auto const found = std::lower_bound(inequalities_.begin(), inequalities_.end(), opposite,
                                          [](Row const& a, Row const& b) { return compare_factors(a, b) < 0; });
      if (found != inequalities_.end() && compare_factors(*found, opposite) == 0 && (*found)[0] + row[0] < 0)
        return true;
    }
    return false;
  }

  /// Returns the variable whose exact elimination adds the fewest constraints, or 0 if there is none.
  std::size_t best_variable() const {
    std::size_t best = 0;
    long best_cost = 0;
    for (std::size_t variable = 1; variable <= n_variables_; ++variable) {
      long n_lower = 0, n_upper = 0;
      bool unit_lower = true, unit_upper = true;
      for (Row const& row : inequalities_) {
        long const factor = row[variable];
        if (factor > 0) {
          ++n_lower;
          unit_lower = unit_lower && factor == 1;
        } else if (factor < 0) {
          ++n_upper;
          unit_upper = unit_upper && factor == -1;
        }
      }
      if (n_lower + n_upper == 0 || (n_lower != 0 && n_upper != 0 && !unit_lower && !unit_upper)) continue;
      long const cost = n_lower * n_upper - n_lower - n_upper;
      if (best == 0 || cost < best_cost) {
        best = variable;
        best_cost = cost;
      }
    }
    return best;
  }

  /// Returns false if the system becomes too large.
  bool eliminate(std::size_t variable) {
    std::vector<Row> rows;
    for (Row const& row : inequalities_)
      if (row[variable] == 0) rows.push_back(row);
    for (Row const& lower : inequalities_) {
      if (lower[variable] <= 0) continue;
      for (Row const& upper : inequalities_) {
        if (upper[variable] >= 0) continue;
        Row combined(lower.size());
        for (std::size_t n = 0; n < lower.size(); ++n) {
          combined[n] = -upper[variable] * lower[n] + lower[variable] * upper[n];
          if (std::abs(combined[n]) > max_entry) return false;
        }
        rows.push_back(std::move(combined));
        if (rows.size() > max_rows) return false;
      }
    }
    inequalities_ = std::move(rows);
    return true;
  }

  std::vector<Row> equalities_, inequalities_;
  std::size_t n_variables_;
  bool is_empty_ = false;
};

} // namespace

std::optional<bool> is_empty_by_elimination(std::vector<Row> equalities, std::vector<Row> inequalities,
                                            std::size_t n_variables) {
  return Elimination(std::move(equalities), std::move(inequalities), n_variables).is_empty();
}

} // namespace chemora::polyhedral
