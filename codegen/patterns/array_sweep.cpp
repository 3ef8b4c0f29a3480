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
constexpr int n_partial_results = 16384; ///< computed by as many threads
/// Threads for each group. All groups together have at most n_partial_results threads, or one for each.
int threads_of_group(long n_groups) {
  constexpr long largest = 64, of_any_keys = 8;
  return static_cast<int>(n_groups < 0 ? of_any_keys
                                       : std::clamp(n_partial_results / std::max(n_groups, 1L), 1L, largest));
}

class ArraySweeps {
public:
  ArraySweeps(GridProgram const& source, std::string name, std::vector<long> const& n_groups)
      : source_(source), program_(source.declarations), name_(std::move(name)), n_groups_(n_groups) {}

  Program rewrite(Sweep const& sweep) {
    if (!program_.matrices.empty()) throw base::UserError("The program uses a sparse matrix.");
    program_.statements.clear();
    declare_inputs();
    for (int axis = 0; axis < 3; ++axis) {
      points_[axis] = parameter(box_points[axis]);
      first_[axis] = parameter(box_first[axis]);
    }
    if (sweep.set >= 0) select(sweep.set);
    for (std::size_t part = 0; part < sweep.parts.size(); ++part) add(sweep, part);
    drop_unused_variables();
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

  void drop_unused_variables() {
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
      if (item.role == Role::input && item.type.kind == Kind::structure)
        throw base::UserError("Points read the structure `" + item.name + "`.");
      if (item.role == Role::input)
        for (NodePtr const& extent : item.extents) add_variables(extent, read);
    }
    for (std::size_t number = 0; number < program_.variables.size(); ++number)
      if (program_.variables[number].role == Role::size && !read.contains(static_cast<int>(number)))
        program_.variables[number].role = Role::local;
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

  /// Returns the value at a point of an expression of the source. `from` is the variable of the point there.
  using ValueAt = std::function<NodePtr(NodePtr const& value, int from)>;

  /// Returns `body` at the point with this number.
  NodePtr at(NodePtr const& number, std::function<NodePtr(ValueAt const& value_at)> const& body) {
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
          return let("point", point, [&](NodePtr const& variable) {
            return body([&](NodePtr const& value, int from) {
              NodePtr const with_elements = transformed(value, [&](NodePtr const& part) {
                return is_grid_element(source_.program, *part) ? element(part->operands[0]->variable, local) : part;
              });
              return with_variable(with_elements, from, variable);
            });
          });
        });
      });
    });
  }

  NodePtr at(NodePtr const& value, int from, NodePtr const& number) {
    return at(number, [&](ValueAt const& value_at) { return value_at(value, from); });
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

  /// Adds the filters of a set.
  void select(int set) {
    Sweep const& filter = source_.sweeps.at(set);
    if (filter.set >= 0) select(filter.set);
    if (reads_state(source_.program, filter.condition))
      throw base::UserError(filter.condition->where, "The condition of a filter contains a `var`.");
    int const p = point_number();
    Pattern pattern{
        .kind = PatternKind::filter, .generators = {points(p)}, .body = at(filter.condition, filter.point, node(p))};
    Node value{.kind = NodeKind::pattern,
               .type = array_type(1, scalar_type(Kind::integer), false),
               .pattern = std::make_shared<Pattern const>(std::move(pattern)),
               .extents = {nullptr}};
    selected_ = define(name_ + "_selected", std::make_shared<Node const>(std::move(value)));
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
                                   .name = fmt::format("{}_{}", name_, program_.statements.size()),
                                   .columns = {{"", value}}});
  }

  // Results.

  void add(Sweep const& sweep, std::size_t number) {
    Sweep::Part const& part = sweep.parts[number];
    if (part.key) return add_groups(sweep, number);
    std::vector<Sweep::Result> results;
    for (Sweep::Result const& result : part.results)
      if (result.kind != SweepKind::gather) results.push_back(result);
    auto const terms = [&](NodePtr const& position, UseTerms const& use) {
      NodePtr const p = selected_ < 0 ? position : element_of(node(selected_), position, scalar_type(Kind::integer));
      return let("p", p, [&](NodePtr const& point) {
        return at(point, [&](ValueAt const& value_at) {
          PointTerms of_point{.number = point};
          for (Sweep::Result const& result : results)
            of_point.values.push_back(result.values.empty() ? nullptr : value_at(result.values[0], sweep.point));
          return use(of_point);
        });
      });
    };
    if (!results.empty()) output(partial_results(program_, results, n_partial_results, number_of_points(), terms));
    for (Sweep::Result const& result : part.results)
      if (result.kind == SweepKind::gather) add_gathered(sweep, result);
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

  /// Groups the values of the results, and computes the results of each group.
  void add_groups(Sweep const& sweep, std::size_t number) {
    Sweep::Part const& part = sweep.parts[number];
    Structure members{.name = fmt::format("members.{}", number)};
    for (Sweep::Result const& result : part.results) {
      if (result.kind == SweepKind::gather || is_position(result.kind))
        throw base::InternalError("groups have no positions and no gathered values");
      for (NodePtr const& value : result.values)
        members.fields.push_back({fmt::format("v{}", members.fields.size()), value->type.kind});
    }
    int const p = point_number();
    NodePtr const body = at(node(p), [&](ValueAt const& value_at) {
      std::vector<NodePtr> values;
      for (Sweep::Result const& result : part.results)
        for (NodePtr const& value : result.values) values.push_back(value_at(value, sweep.point));
      if (values.size() == 1) return values[0];
      if (values.empty()) return node(p);
      return std::make_shared<Node const>(
          Node{.kind = NodeKind::construct, .type = structure_type(members.name), .operands = values});
    });
    if (members.fields.size() > 1) program_.structures.push_back(members);
    NodePtr const n_groups = part.n_groups ? parameter(number_of_groups(number)) : nullptr;
    Type const group{.kind = Kind::group, .element = std::make_shared<Type const>(body->type)};
    int const groups = define(name_ + "_groups", make_pattern(array_type(1, group, false),
                                                              {.kind = PatternKind::group,
                                                               .generators = {points(p)},
                                                               .body = body,
                                                               .key = at(part.key, sweep.point, node(p)),
                                                               .n_groups = n_groups},
                                                              {n_groups}));
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
    if (!n_groups) map([](NodePtr const& g) { return part_of_group(NodeKind::key, g); });
    auto const terms = [&](NodePtr const& group, NodePtr const& position, UseTerms const& use) {
      NodePtr const member = element_of(group, position, body->type);
      PointTerms of_point;
      int field = 0;
      for (Sweep::Result const& result : part.results)
        of_point.values.push_back(result.values.empty() ? nullptr : field_of(members, member, field++));
      return use(of_point);
    };
    if (part.results.empty()) return;
    map([&](NodePtr const& g) {
      return partial_results(program_, part.results, threads_of_group(n_groups_[number]),
                             part_of_group(NodeKind::size, g),
                             [&](NodePtr const& position, UseTerms const& use) { return terms(g, position, use); });
    });
  }

  static NodePtr part_of_group(NodeKind kind, NodePtr const& group) {
    return std::make_shared<Node const>(Node{.kind = kind, .type = scalar_type(Kind::integer), .operands = {group}});
  }

  /// A member with one field is stored as a scalar.
  static NodePtr field_of(Structure const& members, NodePtr const& member, int field) {
    if (members.fields.size() == 1) return member;
    return std::make_shared<Node const>(Node{.kind = NodeKind::field,
                                             .type = scalar_type(members.fields[static_cast<std::size_t>(field)].kind),
                                             .index = field,
                                             .operands = {member}});
  }

  struct Field {
    NodePtr first[3]{};
  };

  GridProgram const& source_;
  Program program_;
  std::string name_;
  std::vector<long> const& n_groups_;
  NodePtr points_[3]{}, first_[3]{};
  std::map<int, Field> fields_{};
  int selected_ = -1; ///< variable of the numbers of points that are visited; -1: all points
};

} // namespace

std::string first_in_memory(std::string const& field, int axis) {
  return fmt::format("{}.first_{}", field, axes[axis]);
}

std::string number_of_groups(std::size_t part) { return fmt::format("part_{}.groups", part); }

Program array_sweep(GridProgram const& program, Sweep const& sweep, std::string const& name,
                    std::vector<long> const& n_groups) {
  return ArraySweeps(program, name, n_groups).rewrite(sweep);
}

} // namespace chemora::patterns
