#include "codegen/fortran/copies.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace chemora::fortran {

namespace {

using Items = std::vector<Item>;
using ir::LinearExpression;

/// Whether a scalar is written before every read of the items from `first` on.
bool starts_with_write(std::string const& scalar, Items const& items, std::size_t first);

bool accesses_array(Item const& item, std::string const& array) {
  auto const is_of_array = [&](Access const& access) { return access.array == array; };
  if (std::any_of(item.accesses.begin(), item.accesses.end(), is_of_array)) return true;
  for (Items const& body : item.bodies)
    for (Item const& inner : body)
      if (accesses_array(inner, array)) return true;
  return false;
}

/// The body of a loop that contains all accesses.
struct Level {
  std::string loop{};
  Items const* body = nullptr;
};

/// Returns the bodies of all loops that contain all accesses, outermost first.
std::vector<Level> levels_of(std::string const& array, Items const& items) {
  std::vector<Level> levels;
  Items const* current = &items;
  while (true) {
    Item const* only = nullptr;
    for (Item const& item : *current) {
      if (!accesses_array(item, array)) continue;
      if (only) return levels;
      only = &item;
    }
    if (!only || only->kind == Item::Kind::instruction) return levels;
    Items const* inner = nullptr;
    for (Items const& body : only->bodies)
      for (Item const& item : body)
        if (accesses_array(item, array)) {
          if (inner && inner != &body) return levels;
          inner = &body;
        }
    bool const is_in_header = std::any_of(only->accesses.begin(), only->accesses.end(),
                                          [&](Access const& access) { return access.array == array; });
    if (!inner || is_in_header) return levels;
    if (only->kind == Item::Kind::loop) levels.push_back({only->loop, inner});
    current = inner;
  }
}

/// Decides for one iteration of a loop whether every read of an array follows a write of the same element.
class Locality {
public:
  Locality(std::string const& array, std::vector<std::string> outer, std::map<std::string, LoopRange> const& ranges)
      : array_(array), outer_(std::move(outer)), ranges_(ranges) {}

  bool holds(Items const& body) {
    std::vector<Write> before;
    walk(body, {}, before, false);
    bool const share_loop = std::any_of(read_loops_.begin(), read_loops_.end(),
                                        [&](std::string const& loop) { return write_loops_.contains(loop); });
    return all_reads_are_covered_ || (writes_are_fixed_ && !writes_after_read_ && !share_loop && has_write_);
  }

  bool covers_reads(std::span<Item const> body) {
    std::vector<Write> before;
    walk(body, {}, before, false);
    return all_reads_are_covered_;
  }

private:
  struct Write {
    std::vector<ir::ExpressionPtr> subscripts{};
    std::vector<std::string> loops{}; ///< enclosing loops inside the iteration
  };
  struct Range {
    LinearExpression lower{}, upper{};
  };

  void walk(std::span<Item const> items, std::vector<std::string> const& loops, std::vector<Write>& before,
            bool is_conditional);
  void visit(Access const& access, std::vector<std::string> const& loops, std::vector<Write>& before,
             bool is_conditional);
  bool is_covered(Access const& read, std::vector<std::string> const& loops, std::vector<Write> const& before) const;
  bool box_covers(Write const& write, Access const& read, std::vector<std::string> const& loops) const;
  bool is_exact_box(Write const& write) const;
  bool is_fixed(Access const& write, std::vector<std::string> const& loops) const;
  std::optional<Range> range_of(ir::ExpressionPtr const& subscript, std::vector<std::string> const& loops) const;

  std::string const& array_;
  std::vector<std::string> outer_;
  std::map<std::string, LoopRange> const& ranges_;
  bool all_reads_are_covered_ = true;
  bool writes_are_fixed_ = true; ///< whether every iteration writes the same elements
  bool writes_after_read_ = false;
  std::set<std::string> read_loops_{}, write_loops_{}; ///< loops inside the iteration
  bool has_read_ = false;
  bool has_write_ = false;
};

void Locality::walk(std::span<Item const> items, std::vector<std::string> const& loops, std::vector<Write>& before,
                    bool is_conditional) {
  for (Item const& item : items) {
    for (Access const& access : item.accesses)
      if (access.array == array_) visit(access, loops, before, is_conditional);
    if (item.kind == Item::Kind::loop) {
      std::vector<std::string> inner = loops;
      inner.push_back(item.loop);
      std::size_t const n_before = before.size();
      walk(item.bodies[0], inner, before, is_conditional);
      // A scalar that the loop writes may be unset after the loop, because the loop may have no iterations.
      auto const is_scalar = [](Write const& write) { return write.subscripts.empty(); };
      auto const first = before.begin() + static_cast<std::ptrdiff_t>(n_before);
      before.erase(std::remove_if(first, before.end(), is_scalar), before.end());
    }
    if (item.kind != Item::Kind::branch) continue;
    bool is_set_in_all = true;
    for (Items const& body : item.bodies) {
      std::vector<Write> inner = before;
      walk(body, loops, inner, true);
      is_set_in_all = is_set_in_all && inner.size() > before.size() && inner.back().subscripts.empty();
    }
    // A branch without `else` has an empty last body.
    if (is_set_in_all && !item.bodies.empty()) before.push_back({{}, loops});
  }
}

void Locality::visit(Access const& access, std::vector<std::string> const& loops, std::vector<Write>& before,
                     bool is_conditional) {
  if (access.is_write) {
    has_write_ = true;
    write_loops_.insert(loops.begin(), loops.end());
    writes_after_read_ = writes_after_read_ || has_read_;
    writes_are_fixed_ = writes_are_fixed_ && !is_conditional && is_fixed(access, loops);
    before.push_back({access.subscripts, loops});
    return;
  }
  has_read_ = true;
  read_loops_.insert(loops.begin(), loops.end());
  all_reads_are_covered_ = all_reads_are_covered_ && is_covered(access, loops, before);
}

bool Locality::is_covered(Access const& read, std::vector<std::string> const& loops,
                          std::vector<Write> const& before) const {
  return std::any_of(before.begin(), before.end(), [&](Write const& write) {
    if (write.subscripts.empty()) return read.subscripts.empty();
    bool const is_same_iteration =
        write.loops.size() <= loops.size() && std::equal(write.loops.begin(), write.loops.end(), loops.begin());
    bool const is_same_element = std::equal(write.subscripts.begin(), write.subscripts.end(), read.subscripts.begin(),
                                            read.subscripts.end(), ir::equal);
    bool is_linear = true; // subscripts that are data may have changed
    for (ir::ExpressionPtr const& subscript : write.subscripts) is_linear = is_linear && ir::as_linear(subscript);
    return (is_same_iteration && is_same_element && is_linear) || box_covers(write, read, loops);
  });
}

/// Returns the range of the subscript while the loops run, for fixed values of the loops outside of the iteration.
std::optional<Locality::Range> Locality::range_of(ir::ExpressionPtr const& subscript,
                                                  std::vector<std::string> const& loops) const {
  std::optional<LinearExpression> const value = ir::as_linear(subscript);
  if (!value) return std::nullopt;
  Range range{*value, *value};
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
    if (!range.lower.uses(*loop) && !range.upper.uses(*loop)) continue;
    auto const bounds = ranges_.find(*loop);
    if (bounds == ranges_.end()) return std::nullopt;
    auto const& [lower, upper] = bounds->second;
    range.lower = range.lower.with(*loop, range.lower.factor(*loop) > 0 ? lower : upper);
    range.upper = range.upper.with(*loop, range.upper.factor(*loop) > 0 ? upper : lower);
  }
  return range;
}

/// Whether the write touches every element of its box: each loop moves one subscript by 1, independently of the others.
bool Locality::is_exact_box(Write const& write) const {
  std::map<std::string, int> n_uses;
  for (ir::ExpressionPtr const& subscript : write.subscripts) {
    std::optional<LinearExpression> const value = ir::as_linear(subscript);
    if (!value) return false;
    int n_loops = 0;
    for (std::string const& loop : write.loops) {
      long const factor = value->factor(loop);
      if (factor == 0) continue;
      if (factor != 1 && factor != -1) return false;
      ++n_uses[loop];
      ++n_loops;
    }
    if (n_loops > 1) return false;
  }
  return std::all_of(write.loops.begin(), write.loops.end(), [&](std::string const& loop) {
    auto const bounds = ranges_.find(loop);
    if (n_uses[loop] != 1 || bounds == ranges_.end()) return false;
    return std::none_of(write.loops.begin(), write.loops.end(), [&](std::string const& other) {
      return bounds->second.lower.uses(other) || bounds->second.upper.uses(other);
    });
  });
}

bool Locality::box_covers(Write const& write, Access const& read, std::vector<std::string> const& loops) const {
  if (write.subscripts.size() != read.subscripts.size() || !is_exact_box(write)) return false;
  for (std::size_t axis = 0; axis < read.subscripts.size(); ++axis) {
    std::optional<Range> const written = range_of(write.subscripts[axis], write.loops);
    std::optional<Range> const needed = range_of(read.subscripts[axis], loops);
    if (!written || !needed) return false;
    LinearExpression const below = needed->lower - written->lower, above = written->upper - needed->upper;
    if (!below.is_constant() || !above.is_constant() || below.constant < 0 || above.constant < 0) return false;
  }
  return true;
}

/// Whether the write touches the same elements in every iteration of the outer loops.
bool Locality::is_fixed(Access const& write, std::vector<std::string> const& loops) const {
  auto const depends_on_outer = [&](LinearExpression const& value) {
    return std::any_of(outer_.begin(), outer_.end(), [&](std::string const& loop) { return value.uses(loop); });
  };
  for (ir::ExpressionPtr const& subscript : write.subscripts) {
    std::optional<LinearExpression> const value = ir::as_linear(subscript);
    if (!value || depends_on_outer(*value)) return false;
  }
  return std::all_of(loops.begin(), loops.end(), [&](std::string const& loop) {
    auto const bounds = ranges_.find(loop);
    return bounds != ranges_.end() && !depends_on_outer(bounds->second.lower) &&
           !depends_on_outer(bounds->second.upper);
  });
}

bool starts_with_write(std::string const& scalar, Items const& items, std::size_t first) {
  std::map<std::string, LoopRange> const ranges;
  return Locality(scalar, {}, ranges).covers_reads(std::span(items).subspan(first));
}

/// Adds the groups of a list of items. `is_local` is whether no value comes from outside of the list.
void add_groups(std::string const& scalar, Items& items, bool is_local, std::vector<std::vector<Item*>>& groups) {
  std::vector<std::size_t> users;
  for (std::size_t n = 0; n < items.size(); ++n)
    if (accesses_array(items[n], scalar)) users.push_back(n);
  is_local = is_local || (!users.empty() && starts_with_write(scalar, items, 0));
  std::vector<std::vector<Item*>> parts;
  for (std::size_t const user : users) {
    if (parts.empty() || (is_local && starts_with_write(scalar, items, user))) parts.emplace_back();
    parts.back().push_back(&items[user]);
  }
  for (std::vector<Item*>& part : parts) {
    Item& first = *part[0];
    bool const is_in_header = std::any_of(first.accesses.begin(), first.accesses.end(),
                                          [&](Access const& access) { return access.array == scalar; });
    // The uses in a single loop may be independent of each other too.
    if (part.size() == 1 && first.kind == Item::Kind::loop && !is_in_header)
      add_groups(scalar, first.bodies[0], false, groups);
    else
      groups.push_back(std::move(part));
  }
}

} // namespace

std::vector<std::vector<Item*>> independent_uses(std::string const& scalar, std::vector<Item>& items) {
  std::vector<std::vector<Item*>> groups;
  add_groups(scalar, items, true, groups);
  return groups;
}

void rename_array(Item& item, std::string const& from, std::string const& to) {
  for (Access& access : item.accesses)
    if (access.array == from) access.array = to;
  for (Items& body : item.bodies)
    for (Item& inner : body) rename_array(inner, from, to);
}

std::vector<std::string> copies_of(std::string const& array, std::vector<Item> const& items,
                                   std::map<std::string, LoopRange> const& ranges) {
  std::vector<Level> const levels = levels_of(array, items);
  for (std::size_t n = levels.size(); n > 0; --n) {
    std::vector<std::string> loops;
    for (std::size_t outer = 0; outer < n; ++outer) loops.push_back(levels[outer].loop);
    if (Locality(array, loops, ranges).holds(*levels[n - 1].body)) return loops;
  }
  return {};
}

} // namespace chemora::fortran
