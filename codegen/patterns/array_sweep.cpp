#include "codegen/patterns/array_sweep.hpp"

#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/sweep_reductions.hpp"
#include "codegen/patterns/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

namespace chemora::patterns {

namespace {

using ir::Op;
using SweepKind = Sweep::Kind;

constexpr char const* axes = "xyz";
constexpr int n_partial_sums = 16384, n_partial_sums_of_group = 64; ///< computed by as many threads

NodePtr operation(Op op, NodePtr const& a, NodePtr const& b) { return make_operation(op, {a, b}, a->where); }

class ArraySweeps {
public:
  explicit ArraySweeps(GridProgram const& source) : source_(source), program_(source.declarations) {}

  std::optional<Program> rewrite(Sweep const& sweep) {
    if (!program_.matrices.empty()) return std::nullopt;
    program_.statements.clear();
    program_.structures.push_back(exact_sum_structure());
    declare_inputs();
    for (int axis = 0; axis < 3; ++axis) {
      points_[axis] = parameter(box_points[axis]);
      first_[axis] = parameter(box_first[axis]);
    }
    if (sweep.set >= 0 && !select(sweep.set)) return std::nullopt;
    for (std::size_t part = 0; part < sweep.parts.size(); ++part)
      if (!add(sweep, part)) return std::nullopt;
    if (!drop_unused_variables()) return std::nullopt;
    return std::move(program_);
  }

private:
  Variable& variable(int number) { return program_.variables[static_cast<std::size_t>(number)]; }
  NodePtr node(int number) const { return variable_with_sizes(program_, number, {}); }

  NodePtr parameter(std::string const& name) {
    int const number = declare_variable(program_, name, scalar_type(Kind::integer), {});
    variable(number).role = Role::parameter;
    return node(number);
  }

  // Declarations.

  void declare_inputs() {
    std::set<int> const assigned = statement_variables(source_.program.statements);
    std::size_t const n = program_.variables.size();
    for (std::size_t number = 0; number < n; ++number) {
      Variable const item = program_.variables[number];
      bool const is_number =
          item.role == Role::grid_number || (item.type.is_scalar() && assigned.contains(static_cast<int>(number)));
      if (is_number) program_.variables[number].role = Role::parameter;
      if (item.role == Role::grid) declare_field(number);
    }
  }

  void declare_field(std::size_t number) {
    std::string const name = program_.variables[number].name;
    Field& field = fields_[static_cast<int>(number)];
    std::vector<NodePtr> extents;
    for (int axis = 2; axis >= 0; --axis) {
      int const size =
          declare_variable(program_, fmt::format("{}.size_{}", name, axes[axis]), scalar_type(Kind::integer), {});
      variable(size).role = Role::size;
      extents.push_back(node(size));
      field.first[axis] = parameter(first_in_memory(name, axis));
    }
    Variable& item = program_.variables[number];
    item.role = Role::input;
    item.type = array_type(3, scalar_type(Kind::real), false);
    item.extents = extents;
  }

  bool drop_unused_variables() {
    std::set<int> read;
    auto const add = [&](NodePtr const& value) { add_variables(value, read); };
    for (Statement const& statement : program_.statements) {
      if (statement.value) add(statement.value);
      for (auto const& [name, column] : statement.columns) add(column);
    }
    for (std::size_t number = 0; number < program_.variables.size(); ++number) {
      Variable& item = program_.variables[number];
      if (!read.contains(static_cast<int>(number))) {
        if (item.role == Role::input) item.role = Role::local;
        continue;
      }
      if (item.role == Role::input && item.type.kind == Kind::structure) return false;
      if (item.role == Role::input)
        for (NodePtr const& extent : item.extents) add_variables(extent, read);
    }
    for (std::size_t number = 0; number < program_.variables.size(); ++number)
      if (program_.variables[number].role == Role::size && !read.contains(static_cast<int>(number)))
        program_.variables[number].role = Role::local;
    return true;
  }

  static void add_variables(NodePtr const& value, std::set<int>& read) {
    if (value->kind == NodeKind::variable) read.insert(value->variable);
    for_each_part(*value, [&](NodePtr const& part) { add_variables(part, read); });
    for (NodePtr const& extent : value->extents)
      if (extent) add_variables(extent, read);
  }

  // Points.

  NodePtr let(std::string const& name, NodePtr const& value, std::function<NodePtr(NodePtr const&)> const& body) {
    return let_in(program_, name, value, body);
  }

  /// Returns the value at the point with this number. `from` is the variable of the point in the value.
  NodePtr at(NodePtr const& value, int from, NodePtr const& number) {
    NodePtr const row = operation(Op::floor_divide, number, points_[0]);
    return let("i", operation(Op::modulo, number, points_[0]), [&](NodePtr const& i) {
      return let("j", operation(Op::modulo, row, points_[1]), [&](NodePtr const& j) {
        return let("k", operation(Op::floor_divide, row, points_[1]), [&](NodePtr const& k) {
          NodePtr const local[] = {i, j, k};
          auto const point = std::make_shared<Node const>(
              Node{.kind = NodeKind::construct,
                   .type = structure_type(point_structure().name),
                   .operands = {operation(Op::add, first_[0], i), operation(Op::add, first_[1], j),
                                operation(Op::add, first_[2], k)}});
          NodePtr const with_elements = transformed(value, [&](NodePtr const& part) {
            return is_grid_element(source_.program, *part) ? element(part->operands[0]->variable, local) : part;
          });
          return let("point", point,
                     [&](NodePtr const& variable) { return with_variable(with_elements, from, variable); });
        });
      });
    });
  }

  NodePtr element(int field, NodePtr const (&local)[3]) {
    Node result{.kind = NodeKind::element, .type = scalar_type(Kind::real), .operands = {node(field)}};
    for (int axis = 2; axis >= 0; --axis)
      result.operands.push_back(operation(Op::add, fields_.at(field).first[axis], local[axis]));
    return std::make_shared<Node const>(std::move(result));
  }

  Generator points(int number) const {
    if (selected_ < 0)
      return {.variable = number,
              .count = operation(Op::multiply, operation(Op::multiply, points_[0], points_[1]), points_[2])};
    return {.kind = GeneratorKind::element, .variable = number, .set = node(selected_)};
  }

  NodePtr number_of_points() const {
    Generator const all = points(0);
    return all.count ? all.count : all.set->extents[0];
  }

  static NodePtr element_of(NodePtr const& array, NodePtr const& number, Type const& type) {
    return std::make_shared<Node const>(Node{.kind = NodeKind::element, .type = type, .operands = {array, number}});
  }

  int point_number() { return declare_variable(program_, "p", scalar_type(Kind::integer), {}); }

  /// Adds the filters of a set. Returns false if a condition reads variables that change.
  bool select(int set) {
    Sweep const& filter = source_.sweeps.at(set);
    if (filter.set >= 0 && !select(filter.set)) return false;
    if (reads_state(source_.program, filter.condition)) return false;
    int const p = point_number();
    Pattern pattern{
        .kind = PatternKind::filter, .generators = {points(p)}, .body = at(filter.condition, filter.point, node(p))};
    Node value{.kind = NodeKind::pattern,
               .type = array_type(1, scalar_type(Kind::integer), false),
               .pattern = std::make_shared<Pattern const>(std::move(pattern)),
               .extents = {nullptr}};
    selected_ = define("selected", std::make_shared<Node const>(std::move(value)));
    return true;
  }

  // Statements.

  int define(std::string const& name, NodePtr const& value) {
    int const number = declare_variable(program_, name, value->type, {});
    variable(number).extents = node(number)->extents;
    program_.statements.push_back({.kind = StatementKind::let, .variable = number, .value = value});
    return number;
  }

  void output(NodePtr const& value) {
    program_.statements.push_back({.kind = StatementKind::output,
                                   .name = fmt::format("result_{}", program_.statements.size()),
                                   .columns = {{"", value}}});
  }

  // Results.

  bool add(Sweep const& sweep, std::size_t number) {
    Sweep::Part const& part = sweep.parts[number];
    if (part.key) return add_groups(sweep, number);
    for (Sweep::Result const& result : part.results) {
      int const p = point_number();
      Generator const generator = points(p);
      NodePtr const value = result.values.empty() ? nullptr : at(result.values[0], sweep.point, node(p));
      if (result.kind == SweepKind::gather) {
        add_gathered(sweep, result);
      } else if (result.kind == SweepKind::arg_min || result.kind == SweepKind::arg_max) {
        add_extremum(result.kind == SweepKind::arg_min ? Op::minimum : Op::maximum, sweep, result);
      } else if (!value) {
        output(number_of_points());
      } else if (result.kind == SweepKind::sum) {
        output(partial_sums(program_, n_partial_sums, number_of_points(), [&](NodePtr const& number) {
          NodePtr const point =
              selected_ < 0 ? number : element_of(node(selected_), number, scalar_type(Kind::integer));
          return at(result.values[0], sweep.point, point);
        }));
      } else {
        output(reduction_of(program_, result.kind, generator, value));
      }
    }
    return true;
  }

  void add_gathered(Sweep const& sweep, Sweep::Result const& result) {
    auto const map = [&](std::function<NodePtr(NodePtr const&)> const& body) {
      int const p = point_number();
      Generator const generator = points(p);
      NodePtr const value = body(node(p));
      NodePtr const size = generator.count ? generator.count : generator.set->extents[0];
      output(make_pattern(array_type(1, value->type, false), {.generators = {generator}, .body = value}, {size}));
    };
    map([](NodePtr const& p) { return p; });
    for (NodePtr const& value : result.values) map([&](NodePtr const& p) { return at(value, sweep.point, p); });
  }

  void add_extremum(Op op, Sweep const& sweep, Sweep::Result const& result) {
    auto const least = [&](NodePtr const& condition, NodePtr const& p, int number) {
      NodePtr const none = make_integer(std::numeric_limits<int>::max(), {});
      return fold(Op::minimum, points(number),
                  condition ? std::make_shared<Node const>(Node{.kind = NodeKind::conditional,
                                                                .type = scalar_type(Kind::integer),
                                                                .operands = {condition, p, none}})
                            : p);
    };
    int const p = point_number(), q = point_number(), r = point_number();
    NodePtr const first = node(define("first", least(nullptr, node(p), p)));
    output(first);
    // The value at the first point. There are no other points with its number.
    NodePtr const is_first = operation(Op::equal, node(q), first);
    auto const value = [&](int number) { return at(result.values[0], sweep.point, node(number)); };
    NodePtr const zero = make_number(result.values[0]->type.kind, 0, {});
    auto const chosen = std::make_shared<Node const>(
        Node{.kind = NodeKind::conditional, .type = zero->type, .operands = {is_first, value(q), zero}});
    output(fold(Op::add, points(q), chosen));
    int const t = point_number();
    NodePtr const best =
        node(define("best", reduction_of(program_, op == Op::minimum ? SweepKind::minimum : SweepKind::maximum,
                                         points(t), value(t))));
    output(best);
    NodePtr const is_best =
        let("value", value(r), [&](NodePtr const& number) { return operation(Op::equal, number, best); });
    output(least(is_best, node(r), r));
  }

  bool add_groups(Sweep const& sweep, std::size_t number) {
    Sweep::Part const& part = sweep.parts[number];
    Structure members{.name = fmt::format("Members_{}", number)};
    std::vector<NodePtr> values;
    int const p = point_number();
    for (Sweep::Result const& result : part.results)
      for (NodePtr const& value : result.values) {
        members.fields.push_back({fmt::format("v{}", values.size()), value->type.kind});
        values.push_back(at(value, sweep.point, node(p)));
      }
    NodePtr body = node(p);
    if (values.size() == 1) body = values[0];
    if (values.size() > 1) {
      program_.structures.push_back(members);
      body = std::make_shared<Node const>(
          Node{.kind = NodeKind::construct, .type = structure_type(members.name), .operands = values});
    }
    NodePtr const n_groups = part.n_groups ? parameter(number_of_groups(number)) : nullptr;
    Type const group{.kind = Kind::group, .element = std::make_shared<Type const>(body->type)};
    NodePtr const groups_value = make_pattern(array_type(1, group, false),
                                              {.kind = PatternKind::group,
                                               .generators = {points(p)},
                                               .body = body,
                                               .key = at(part.key, sweep.point, node(p)),
                                               .n_groups = n_groups},
                                              {n_groups});
    int const groups = define("groups", groups_value);
    auto const map = [&](std::function<NodePtr(NodePtr const&)> const& of_group) {
      int const g = declare_variable(program_, "g", group, {});
      NodePtr const set = node(groups);
      NodePtr const value = of_group(variable_node(program_, g, {}));
      std::vector<NodePtr> extents{n_groups ? n_groups : set->extents[0]};
      extents.insert(extents.end(), value->extents.begin(), value->extents.end());
      Type const& element = value->type.is_array() ? *value->type.element : value->type;
      output(make_pattern(array_type(static_cast<int>(extents.size()), element, false),
                          {.generators = {{.kind = GeneratorKind::element, .variable = g, .set = set}}, .body = value},
                          extents));
    };
    map([](NodePtr const& g) {
      return std::make_shared<Node const>(
          Node{.kind = NodeKind::key, .type = scalar_type(Kind::integer), .operands = {g}});
    });
    std::size_t next = 0;
    for (Sweep::Result const& result : part.results) {
      if (result.values.size() > 1) return false;
      std::size_t const field = next;
      next += result.values.size();
      bool is_known = true;
      map([&](NodePtr const& g) -> NodePtr {
        if (result.values.empty())
          return std::make_shared<Node const>(
              Node{.kind = NodeKind::size, .type = scalar_type(Kind::integer), .operands = {g}});
        auto const field_of = [&](NodePtr const& member) -> NodePtr {
          if (values.size() == 1) return member;
          return std::make_shared<Node const>(Node{.kind = NodeKind::field,
                                                   .type = values[field]->type,
                                                   .index = static_cast<int>(field),
                                                   .operands = {member}});
        };
        if (result.kind == SweepKind::sum) {
          auto const size = std::make_shared<Node const>(
              Node{.kind = NodeKind::size, .type = scalar_type(Kind::integer), .operands = {g}});
          return partial_sums(program_, n_partial_sums_of_group, size,
                              [&](NodePtr const& number) { return field_of(element_of(g, number, body->type)); });
        }
        int const x = declare_variable(program_, "x", body->type, {});
        NodePtr const member = field_of(node(x));
        NodePtr const value =
            reduction_of(program_, result.kind, {.kind = GeneratorKind::element, .variable = x, .set = g}, member);
        is_known = value != nullptr;
        return value ? value : member;
      });
      if (!is_known) return false;
    }
    return true;
  }

  struct Field {
    NodePtr first[3]{};
  };

  GridProgram const& source_;
  Program program_;
  NodePtr points_[3]{}, first_[3]{};
  std::map<int, Field> fields_{};
  int selected_ = -1; ///< variable of the numbers of points that are visited; -1: all points
};

} // namespace

std::string first_in_memory(std::string const& field, int axis) {
  return fmt::format("{}.first_{}", field, axes[axis]);
}

std::string number_of_groups(std::size_t part) { return fmt::format("part_{}.groups", part); }

std::optional<Program> array_sweep(GridProgram const& program, Sweep const& sweep) {
  return ArraySweeps(program).rewrite(sweep);
}

} // namespace chemora::patterns
