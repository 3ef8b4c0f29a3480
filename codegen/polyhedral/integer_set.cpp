#include "codegen/polyhedral/integer_set.hpp"
#include "codegen/polyhedral/eliminate.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/mat.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace chemora::polyhedral {

namespace {

struct Deleter {
  void operator()(isl_ctx* context) const { isl_ctx_free(context); }
  void operator()(isl_basic_set* set) const { isl_basic_set_free(set); }
  void operator()(isl_set* set) const { isl_set_free(set); }
  void operator()(isl_point* point) const { isl_point_free(point); }
  void operator()(isl_val* value) const { isl_val_free(value); }
  void operator()(isl_basic_set_list* list) const { isl_basic_set_list_free(list); }
  void operator()(isl_constraint_list* list) const { isl_constraint_list_free(list); }
  void operator()(isl_constraint* constraint) const { isl_constraint_free(constraint); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Deleter>;

/// Returns the context of this thread; isl objects of different threads are independent.
isl_ctx* context() {
  thread_local Owned<isl_ctx> const instance = [] {
    Owned<isl_ctx> made(isl_ctx_alloc());
    isl_options_set_on_error(made.get(), ISL_ON_ERROR_CONTINUE);
    return made;
  }();
  return instance.get();
}

[[noreturn]] void fail() {
  char const* message = isl_ctx_last_error_msg(context());
  std::string const text = message ? message : "no message";
  isl_ctx_reset_error(context());
  throw base::InternalError(fmt::format("the library isl reports an error: {}", text));
}

/// Throws base::InternalError if isl returned no object.
template <typename Object>
Owned<Object> owned(Object* object) {
  if (!object) fail();
  return Owned<Object>(object);
}

bool checked(isl_bool value) {
  if (value == isl_bool_error) fail();
  return value == isl_bool_true;
}

isl_mat* matrix(std::vector<Row> const& rows, std::size_t n_columns) {
  isl_mat* result = isl_mat_alloc(context(), static_cast<unsigned>(rows.size()), static_cast<unsigned>(n_columns));
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < n_columns; ++c)
      result = isl_mat_set_element_si(result, static_cast<int>(r), static_cast<int>(c),
                                      static_cast<int>(c < rows[r].size() ? rows[r][c] : 0));
  return result;
}

Owned<isl_basic_set> to_isl(IntegerSet const& set) {
  std::size_t const n = set.n_variables();
  std::vector<Row> equalities, inequalities;
  for (RowConstraint& constraint : set.constraints())
    (constraint.is_equality ? equalities : inequalities).push_back(std::move(constraint.row));
  isl_space* const space = isl_space_set_alloc(context(), 0, static_cast<unsigned>(n));
  return owned(isl_basic_set_from_constraint_matrices(space, matrix(equalities, n + 1), matrix(inequalities, n + 1),
                                                      isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

/// Returns the set of the values of the variables `kept`.
Owned<isl_set> projection(IntegerSet const& set, std::vector<bool> const& kept) {
  isl_set* result = isl_set_from_basic_set(to_isl(set).release());
  for (std::size_t n = set.n_variables(); n-- > 0;)
    if (!kept[n]) result = isl_set_project_out(result, isl_dim_set, static_cast<unsigned>(n), 1);
  return owned(isl_set_coalesce(result));
}

long to_long(isl_val* value) {
  Owned<isl_val> const number = owned(value);
  return isl_val_get_num_si(number.get());
}

} // namespace

Row operator+(Row left, Row const& right) {
  if (left.size() < right.size()) left.resize(right.size(), 0);
  for (std::size_t n = 0; n < right.size(); ++n) left[n] += right[n];
  return left;
}

Row operator-(Row left, Row const& right) {
  if (left.size() < right.size()) left.resize(right.size(), 0);
  for (std::size_t n = 0; n < right.size(); ++n) left[n] -= right[n];
  return left;
}

std::vector<RowConstraint> IntegerSet::constraints() const {
  std::vector<RowConstraint> result;
  for (Solved const& solved : solved_) result.push_back({solved.row, true});
  for (Row const& row : equalities_) result.push_back({row, true});
  for (Row const& row : inequalities_) result.push_back({row, false});
  if (has_contradiction_) result.push_back({Row{-1}, false});
  return result;
}

Row IntegerSet::reduced(Row row) const {
  row.resize(n_variables_ + 1, 0);
  for (Solved const& solved : solved_) substitute(row, solved.row, solved.variable);
  return row;
}

void IntegerSet::add(Row row, bool is_equality) {
  if (has_contradiction_) return;
  row = reduced(std::move(row));
  if (is_equality) return add_equality(std::move(row));
  tighten(row);
  if (divisor_of(row) != 0) {
    inequalities_.push_back(std::move(row));
    is_empty_.reset();
  } else if (row[0] < 0) {
    has_contradiction_ = true;
  }
}

void IntegerSet::add_equality(Row row) {
  long const divisor = divisor_of(row);
  if (divisor == 0 ? row[0] != 0 : row[0] % divisor != 0) has_contradiction_ = true;
  if (divisor == 0 || has_contradiction_) return;
  for (long& entry : row) entry /= divisor;
  is_empty_.reset();
  auto const unit = std::find_if(row.begin() + 1, row.end(), [](long factor) { return factor == 1 || factor == -1; });
  if (unit == row.end()) {
    equalities_.push_back(std::move(row));
    return;
  }
  auto const variable = static_cast<std::size_t>(unit - row.begin());
  for (Solved& solved : solved_) substitute(solved.row, row, variable);
  std::vector<Row> const equalities = std::exchange(equalities_, {}), inequalities = std::exchange(inequalities_, {});
  solved_.push_back({std::move(row), variable});
  for (Row const& other : equalities) add(other, true);
  for (Row const& other : inequalities) add(other, false);
}

bool IntegerSet::is_empty() const {
  if (has_contradiction_) return true;
  if (!is_empty_) is_empty_ = is_empty_by_elimination(equalities_, inequalities_, n_variables_);
  if (!is_empty_) is_empty_ = checked(isl_basic_set_is_empty(to_isl(*this).get()));
  return *is_empty_;
}

std::optional<std::vector<long>> IntegerSet::sample() const {
  if (is_empty()) return std::nullopt;
  // Bounds every variable in turn as tightly as powers of two allow, so that examples are small.
  IntegerSet small = *this;
  for (std::size_t n = 1; n <= n_variables_; ++n) {
    for (long bound = 0; bound <= 1024; bound = bound == 0 ? 1 : 2 * bound) {
      IntegerSet bounded = small;
      Row row(n_variables_ + 1, 0);
      row[0] = bound;
      row[n] = -1;
      bounded.add_at_least_0(row);
      row[n] = 1;
      bounded.add_at_least_0(row);
      if (bounded.is_empty()) continue;
      small = std::move(bounded);
      break;
    }
  }
  Owned<isl_point> const point = owned(isl_basic_set_sample_point(to_isl(small).release()));
  std::vector<long> values;
  for (std::size_t n = 0; n < n_variables_; ++n)
    values.push_back(to_long(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(n))));
  return values;
}

bool IntegerSet::implies(RowConstraint const& constraint) const {
  auto const excludes = [&](long sign) {
    Row opposite = constraint.row;
    for (long& entry : opposite) entry *= sign;
    opposite[0] -= 1;
    IntegerSet violating = *this;
    violating.add_at_least_0(opposite);
    return violating.is_empty();
  };
  return excludes(-1) && (!constraint.is_equality || excludes(1));
}

std::vector<RowConstraint> IntegerSet::projected(std::vector<bool> const& kept) const {
  std::vector<std::size_t> variables;
  for (std::size_t n = 0; n < n_variables_; ++n)
    if (kept[n]) variables.push_back(n);
  Owned<isl_basic_set> const hull = owned(isl_set_simple_hull(isl_set_remove_divs(projection(*this, kept).release())));
  Owned<isl_constraint_list> const list = owned(isl_basic_set_get_constraint_list(hull.get()));
  std::vector<RowConstraint> result;
  for (int n = 0; n < isl_constraint_list_n_constraint(list.get()); ++n) {
    Owned<isl_constraint> const constraint = owned(isl_constraint_list_get_constraint(list.get(), n));
    RowConstraint row{Row(n_variables_ + 1, 0), checked(isl_constraint_is_equality(constraint.get()))};
    row.row[0] = to_long(isl_constraint_get_constant_val(constraint.get()));
    for (std::size_t v = 0; v < variables.size(); ++v)
      row.row[variables[v] + 1] =
          to_long(isl_constraint_get_coefficient_val(constraint.get(), isl_dim_set, static_cast<int>(v)));
    result.push_back(std::move(row));
  }
  return result;
}

bool IntegerSet::have_equal_projections(IntegerSet const& left, IntegerSet const& right,
                                        std::vector<bool> const& kept) {
  return checked(isl_set_is_equal(projection(left, kept).get(), projection(right, kept).get()));
}

bool IntegerSet::cover(std::vector<IntegerSet> const& parts, IntegerSet const& whole, std::vector<bool> const& kept) {
  Owned<isl_set> const all = projection(whole, kept);
  Owned<isl_set> united = owned(isl_set_empty(isl_set_get_space(all.get())));
  for (IntegerSet const& part : parts)
    united = owned(isl_set_union(united.release(), projection(part, kept).release()));
  return checked(isl_set_is_subset(all.get(), united.get()));
}

} // namespace chemora::polyhedral
