/// Names and types of expressions: from the syntax tree to typed nodes.
#pragma once

#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/syntax_tree.hpp"

#include <set>

namespace chemora::patterns {

/// Thrown after an error was reported, if the remainder of the program cannot be checked.
struct ProgramTooLarge {};

class ExpressionTyper {
public:
  ExpressionTyper(Program& program, base::Diagnostics& diagnostics);

  // Names. A name may not be declared again while it is visible.
  void push_scope() { scopes_.emplace_back(); }
  void pop_scope() { scopes_.pop_back(); }
  /// Declares a variable and returns its number. Reports a name that is visible or belongs to the language.
  int declare(syntax::Name const& name, Variable variable);
  void declare_structure(Structure structure, base::SourcePosition const& where);
  /// Declares the arrays of a CSR matrix and their number of elements `a.entries`.
  void declare_matrix(syntax::Declaration const& declaration, Type const& type, std::vector<NodePtr> const& extents,
                      std::string const& file);
  /// Checks the body of the function for arguments of the types of its parameters.
  void declare_function(syntax::Function const& function);
  /// Reports a name that is visible or belongs to the language.
  bool check_name(syntax::Name const& name);
  /// Returns the number of the variable, -1 if it is not visible.
  int find(std::string const& name) const;
  std::vector<std::string> visible_names() const;
  /// Adds the name of a declaration with an error. Its uses are not reported as unknown.
  void add_failed(std::string const& name) { failed_names_.insert(name); }
  /// Returns false if there is an output of this name.
  bool add_output(std::string const& name) { return outputs_.insert(name).second; }
  /// Reports a name that is not declared, unless its declaration has an error.
  NodePtr no_variable(syntax::Name const& name, bool is_assigned = false);

  /// Return the typed expression, or null after an error.
  NodePtr typed(syntax::NodePtr const& node);
  /// Converts integers to reals. `what` is the beginning of a message: "The value of `x`".
  NodePtr typed_as(syntax::NodePtr const& node, Type const& type, std::string const& what);
  /// Sets `result` to the value of a constant. Leaves it unchanged if the node is null. Returns false after an error.
  bool read_constant(syntax::NodePtr const& node, Type const& type, std::string const& what, double& result);
  NodePtr typed_integer(syntax::NodePtr const& node, std::string const& what);
  NodePtr typed_condition(syntax::NodePtr const& node, std::string const& what);
  /// Declares the variables of generators in the current scope. Returns nothing after an error.
  std::optional<std::vector<Generator>> typed_generators(std::vector<syntax::Generator> const& generators);
  /// Returns subscripts of an array variable for a store. Nothing after an error.
  std::optional<std::vector<NodePtr>> typed_subscripts(Type const& type, syntax::Node const& node);

  NodePtr error(base::SourcePosition const& where, std::string const& message);
  /// Returns the type that a declaration names; unknown after an error. Arrays have the declared rank.
  Type declared_type(syntax::Declaration const& declaration);
  NodePtr variable(int number, base::SourcePosition const& where);
  /// Sets the extents of a local variable, whose value has these extents. An extent that follows from data becomes
  /// the size of the variable.
  void set_extents(int variable, std::vector<NodePtr> const& extents);
  void use(int variable) { used_.insert(variable); }
  bool is_used(int variable) const { return used_.contains(variable); }
  int grid_number(std::string const& name);
  /// Returns the extents of which none depends on variables since `first_variable`, patterns or states; others are
  /// null.
  std::vector<NodePtr> visible_extents(std::vector<NodePtr> extents, std::size_t first_variable) const;

private:
  struct Function {
    syntax::Function const* syntax = nullptr;
    std::vector<Type> types{};
  };
  struct Scope {
    std::map<std::string, int> variables{};
  };

  // Expressions (typed_expressions.cpp)
  NodePtr typed_node(syntax::Node const& node);
  NodePtr name(syntax::Node const& node);
  NodePtr negation(syntax::Node const& node);
  NodePtr binary(syntax::Node const& node);
  NodePtr arithmetic(syntax::Node const& node, NodePtr left, NodePtr right);
  NodePtr comparison(syntax::Node const& node, NodePtr left, NodePtr right);
  NodePtr conditional(syntax::Node const& node);
  NodePtr definition(syntax::Node const& node);
  NodePtr list(syntax::Node const& node);
  bool unify(NodePtr& left, NodePtr& right) const;
  /// Returns `let name = value; body(variable)`, or `body(value)` if the value is a variable or number.
  NodePtr with_definition(std::string const& name, NodePtr const& value, std::function<NodePtr(NodePtr)> const& body);
  NodePtr make_let(int variable, NodePtr const& value, NodePtr const& body);

  // Elements and calls (typed_elements.cpp, typed_calls.cpp)
  NodePtr subscript(syntax::Node const& node);
  NodePtr element(syntax::Node const& node, NodePtr const& array, std::vector<NodePtr> const& subscripts);
  std::vector<NodePtr> point_subscripts(NodePtr const& point, base::SourcePosition const& where);
  NodePtr field(syntax::Node const& node);
  NodePtr field_of_point(syntax::Node const& node, NodePtr const& point);
  NodePtr coordinate(NodePtr const& point, int axis, base::SourcePosition const& where);
  NodePtr make_field(NodePtr const& structure, int index, base::SourcePosition const& where);
  NodePtr call(syntax::Node const& node);
  NodePtr at_least_0(NodePtr const& extent) const;
  NodePtr size(syntax::Node const& node);
  NodePtr conversion(syntax::Node const& node, Kind kind);
  NodePtr integer_division(syntax::Node const& node);
  NodePtr real_function(syntax::Node const& node, ir::OpInfo const& info);
  NodePtr construction(syntax::Node const& node, Structure const& structure);
  NodePtr user_function(syntax::Node const& node, Function const& function);
  /// Returns the body of a function with definitions of its parameters.
  NodePtr inlined(Function const& function, std::vector<NodePtr> const& arguments);
  bool has_arguments(syntax::Node const& node, std::size_t min, std::size_t max);
  std::vector<NodePtr> typed_all(std::vector<syntax::NodePtr> const& nodes);
  std::vector<std::string> function_names() const;
  /// Reports a function that is not declared, unless its declaration has an error.
  NodePtr no_function(syntax::Name const& name, std::string const& use, std::vector<std::string> const& known);

  // Patterns (typed_patterns.cpp)
  NodePtr pattern(syntax::Node const& node);
  NodePtr pattern_of_array(syntax::Node const& node);
  NodePtr fold_of_field(syntax::Node const& node, NodePtr const& field);
  NodePtr map(syntax::Node const& node, std::size_t first_generator);
  NodePtr zip(syntax::Node const& node);
  NodePtr filter(syntax::Node const& node);
  NodePtr reduce(syntax::Node const& node);
  bool set_combine(syntax::Pattern const& pattern, Type const& type, Pattern& result);
  bool can_combine(syntax::Name const& name);
  NodePtr iteration(syntax::Node const& node);
  NodePtr group(syntax::Node const& node);
  NodePtr fold(syntax::Node const& node);
  NodePtr make_fold(std::string const& word, std::vector<Generator> generators, NodePtr body,
                    base::SourcePosition const& where);
  NodePtr make_extremum(std::string const& word, std::vector<Generator> generators, NodePtr body,
                        base::SourcePosition const& where);
  NodePtr make_map(PatternKind kind, std::vector<Generator> generators, NodePtr const& body, std::size_t first_variable,
                   base::SourcePosition const& where);
  bool check_parts(syntax::Node const& node);
  std::optional<Generator> typed_generator(syntax::Generator const& generator);
  std::optional<Generator> generator_of_set(syntax::Generator const& generator);
  bool generator_of_row(syntax::Node const& call, Generator& result);
  int declare_element(syntax::Name const& name, NodePtr const& set);
  Type element_type(Type const& set) const;

  Structure const* find_structure(std::string const& name) const;
  Program::Csr const* find_matrix(std::string const& name) const;
  std::string unique_name(std::string const& name);
  Kind scalar_kind(std::string const& word) const;

  Program& program_;
  base::Diagnostics& diagnostics_;
  std::vector<Scope> scopes_{1};
  std::size_t first_scope_ = 0; ///< the first scope of the function whose body is inserted
  std::map<std::string, Function> functions_{};
  std::set<std::string> names_{};         ///< of all variables
  std::map<std::string, int> suffixes_{}; ///< the last number appended to a name
  std::set<int> used_{};
  std::set<std::string> failed_names_{}, outputs_{};
  std::string declared_function_{}; ///< whose body is checked
  std::size_t n_nodes_ = 0;
  int depth_ = 0;
};

/// Changes the statements of a program after they are parsed. Adds errors.
using Rewrite = std::function<void(std::vector<syntax::Statement>&, base::Diagnostics&)>;

/// Reads a program whose statements are changed. Throws base::UserError with all errors.
Program read_program(base::SourceText const& source, Rewrite const& rewrite);

} // namespace chemora::patterns
