#include "codegen/recursion/declarations.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace chemora::recursion {

namespace {

template <class Items>
std::vector<std::string> names_of(Items const& items) {
  std::vector<std::string> names;
  for (auto const& item : items) names.push_back(item.name);
  return names;
}

/// Prefixes of names of sizes and scalars that the language defines.
constexpr std::array<std::string_view, 7> reserved_prefixes{"length_", "n_states_", "n_transitions_", "initial_",
                                                            "points_", "spacing_",  letter_prefix};
constexpr std::array<std::string_view, 7> functions_of_the_language{"length", "float", "log", "exp",
                                                                    "sqrt",   "abs",   "min"};

class Declarer {
public:
  Declarer(syntax::Tree const& tree, base::SourceText const& source, base::Diagnostics& diagnostics)
      : tree_(tree), diagnostics_(diagnostics) {
    declarations_.program.name = source.name;
    declarations_.wrong_functions = tree.wrong_functions;
  }

  Declarations run() {
    for (syntax::Alphabet const& alphabet : tree_.alphabets) add(alphabet);
    for (syntax::Matrix const& matrix : tree_.matrices) add(matrix);
    for (syntax::Model const& model : tree_.models) add(model);
    for (syntax::Load const& load : tree_.loads) add(load);
    for (syntax::Let const& let : tree_.lets) add(let);
    for (syntax::Grid const& grid : tree_.grids) add(grid);
    for (syntax::Function const& function : tree_.functions) collect_calls(function.body);
    for (syntax::Function const& function : tree_.functions) add(function);
    return std::move(declarations_);
  }

private:
  Program& program() { return declarations_.program; }

  void error(base::SourcePosition const& where, std::string const& message) { diagnostics_.error(where, message); }

  /// Reports a name that is declared twice or that belongs to the language.
  void declare_name(syntax::Name const& name) {
    auto const [previous, is_new] = positions_.emplace(name.text, name.where);
    if (!is_new) {
      bool const is_later = previous->second.line < name.where.line;
      error(is_later ? name.where : previous->second, fmt::format("`{}` is already declared in line {}.", name.text,
                                                                  is_later ? previous->second.line : name.where.line));
    }
    check_prefix(name);
  }

  void check_prefix(syntax::Name const& name) {
    bool const is_reserved = std::any_of(reserved_prefixes.begin(), reserved_prefixes.end(),
                                         [&](std::string_view prefix) { return name.text.starts_with(prefix); });
    if (is_reserved || base::contains(functions_of_the_language, name.text))
      error(name.where, fmt::format("The name `{}` belongs to the language; choose another name.", name.text));
  }

  Alphabet const* alphabet(std::string const& name, base::SourcePosition const& where) {
    Alphabet const* const found = declarations_.find_alphabet(name);
    if (found) return found;
    std::string const nearest = base::did_you_mean(name, names_of(program().alphabets));
    error(where, fmt::format("There is no alphabet `{}`.{}", name,
                             nearest.empty() ? " Declare it as in `alphabet dna = \"ACGT\"`." : nearest));
    return found;
  }

  void add(syntax::Alphabet const& alphabet) {
    declare_name(alphabet.name);
    std::set<char> letters;
    if (alphabet.letters.text.empty()) error(alphabet.letters.where, "An alphabet needs at least one letter.");
    for (char const letter : alphabet.letters.text) {
      bool const is_printable = letter > ' ' && letter <= '~';
      if (!is_printable)
        error(alphabet.letters.where, "The letters of an alphabet are printable ASCII characters other than blanks.");
      else if (!letters.insert(letter).second)
        error(alphabet.letters.where, fmt::format("The alphabet contains `{}` twice.", letter));
    }
    program().alphabets.push_back({alphabet.name.text, alphabet.letters.text});
  }

  void add(syntax::Matrix const& matrix) {
    declare_name(matrix.name);
    if (!matrix.type.of)
      error(matrix.type.where,
            fmt::format("The type of `{}` needs an alphabet, as in `matrix[dna]`.", matrix.name.text));
    Alphabet const* const letters = matrix.type.of ? alphabet(*matrix.type.of, matrix.type.of_where) : nullptr;
    std::optional<Matrix> checked = letters ? checked_matrix(matrix, *letters, diagnostics_) : std::nullopt;
    program().matrices.push_back(checked ? *checked : Matrix{matrix.name.text, matrix.type.of.value_or(""), {}});
  }

  void add(syntax::Model const& model) {
    declare_name(model.name);
    Alphabet const* const letters = alphabet(model.alphabet.text, model.alphabet.where);
    std::optional<Model> checked = letters ? checked_model(model, *letters, diagnostics_) : std::nullopt;
    if (!checked) checked = Model{.name = model.name.text, .alphabet = model.alphabet.text};
    program().models.push_back(std::move(*checked));
  }

  void add(syntax::Load const& load) {
    declare_name(load.name);
    static std::map<std::string, Load::Kind> const kinds{{"seq", Load::Kind::sequences},
                                                         {"matrix", Load::Kind::matrix},
                                                         {"hmm", Load::Kind::model},
                                                         {"profile", Load::Kind::profile}};
    auto const kind = kinds.find(load.type.name);
    if (kind == kinds.end())
      return error(load.type.where, fmt::format("`{}` cannot be loaded; expected seq, matrix, hmm or profile with an "
                                                "alphabet, as in `seq[dna]`.",
                                                load.type.name));
    if (!load.type.of || load.type.of == "*")
      return error(load.type.where,
                   fmt::format("The type of `{}` needs an alphabet, as in `{}[dna]`.", load.name.text, load.type.name));
    alphabet(*load.type.of, load.type.of_where);
    program().loads.push_back({load.name.text, kind->second, *load.type.of, load.file, load.name.where});
  }

  static bool has_real_operation(syntax::NodePtr const& node) {
    return node->kind == syntax::NodeKind::real || node->text == "/" ||
           std::any_of(node->operands.begin(), node->operands.end(), has_real_operation);
  }

  void add(syntax::Let const& let) {
    declare_name(let.name);
    double const value = constant_value(let.value, diagnostics_).value_or(0);
    bool const is_real = has_real_operation(let.value);
    constexpr double max_integer = 2147483647;
    if (!is_real && std::abs(value) > max_integer)
      error(let.value->where, fmt::format("The integer {} is larger than 2147483647.", value));
    program().scalars.push_back({let.name.text, is_real ? ValueType::real : ValueType::integer, value, let.name.where});
  }

  void add(syntax::Grid const& grid) {
    declare_name(grid.name);
    if (grid.type.name != "float" || grid.type.of)
      error(grid.type.where, fmt::format("Grid functions have the type `real`; found `{}`.",
                                         grid.type.name + (grid.type.of ? "[" + *grid.type.of + "]" : "")));
    if (!is_variable(grid.variable.text))
      error(grid.variable.where, fmt::format("\"{}\" is not the name of a grid function; expected a thorn and a "
                                             "variable, as in \"Eikonal::phi\".",
                                             grid.variable.text));
    program().grid.push_back({grid.name.text, grid.variable.text, grid.name.where});
  }

  /// Whether a text has the form `Thorn::variable` or `Thorn::variable[2]`.
  static bool is_variable(std::string_view text) {
    auto const take_word = [&] {
      std::size_t n = 0;
      while (n < text.size() && (std::isalnum(static_cast<unsigned char>(text[n])) != 0 || text[n] == '_')) ++n;
      text.remove_prefix(n);
      return n > 0;
    };
    if (!take_word() || !text.starts_with("::")) return false;
    text.remove_prefix(2);
    if (!take_word()) return false;
    bool const has_index = text.size() > 2 && text.front() == '[' && text.back() == ']';
    return text.empty() ||
           (has_index && text.substr(1, text.size() - 2).find_first_not_of("0123456789") == std::string_view::npos);
  }

  void collect_calls(syntax::NodePtr const& node) {
    if (node->kind == syntax::NodeKind::call) called_.insert(node->text);
    for (syntax::NodePtr const& operand : node->operands) collect_calls(operand);
    for (syntax::Range const& range : node->ranges)
      for (syntax::NodePtr const& bound : {range.first, range.last, range.set})
        if (bound) collect_calls(bound);
  }

  std::optional<ValueType> value_type(syntax::Type const& type) {
    static std::map<std::string, ValueType> const types{{"int", ValueType::integer},
                                                        {"float", ValueType::real},
                                                        {"prob", ValueType::probability},
                                                        {"bool", ValueType::boolean}};
    auto const found = types.find(type.name);
    if (found != types.end() && !type.of) return found->second;
    error(type.where, fmt::format("A function cannot return `{}`; expected int, float, prob or bool.", type.name));
    return std::nullopt;
  }

  void add(syntax::Function const& function) {
    std::size_t const n_errors = diagnostics_.n_errors();
    declare_name({function.name, function.where});
    std::optional<ValueType> const type = value_type(function.type);
    Signature signature{.name = function.name, .type = type.value_or(ValueType::integer), .syntax = &function};
    std::set<std::string> names{function.name};
    wrong_parameters_.clear();
    for (syntax::Parameter const& parameter : function.parameters) {
      std::size_t const n_errors_before = diagnostics_.n_errors();
      if (!names.insert(parameter.name).second)
        error(parameter.where, parameter.name == function.name
                                   ? fmt::format("The parameter `{}` has the name of its function.", parameter.name)
                                   : fmt::format("The parameter `{}` is declared twice.", parameter.name));
      check_prefix({parameter.name, parameter.where});
      check_hidden_name(parameter);
      add_parameter(parameter, signature);
      if (diagnostics_.n_errors() > n_errors_before) wrong_parameters_.insert(parameter.name);
    }
    if (signature.is_on_grid() && !signature.calling.empty())
      error(signature.calling[0].where, fmt::format("`{}` has axes of the grid; such functions have no other "
                                                    "parameters than axes.",
                                                    function.name));
    for (Dimension const& dimension : signature.dimensions) declarations_.variables.insert(dimension.name);
    if (diagnostics_.n_errors() > n_errors) declarations_.wrong_functions.insert(function.name);
    declarations_.signatures.emplace(function.name, std::move(signature));
  }

  void check_hidden_name(syntax::Parameter const& parameter) {
    bool const is_hidden = declarations_.find_scalar(parameter.name) || declarations_.find_grid(parameter.name);
    if (is_hidden)
      error(
          parameter.where,
          fmt::format("The parameter `{0}` has the name of `{0}` in line {1}, which the function could not use; choose "
                      "another name.",
                      parameter.name, positions_.at(parameter.name).line));
  }

  void add_parameter(syntax::Parameter const& parameter, Signature& signature) {
    static std::map<std::string, Kind> const calling{{"seq", Kind::sequence},
                                                     {"char", Kind::character},
                                                     {"matrix", Kind::matrix},
                                                     {"hmm", Kind::model},
                                                     {"profile", Kind::profile}};
    syntax::Type const& type = parameter.type;
    auto const kind = calling.find(type.name);
    if (kind != calling.end()) {
      if (!type.of && kind->second != Kind::model && kind->second != Kind::profile)
        return error(type.where, fmt::format("The type of `{}` needs an alphabet, as in `{}[dna]`, or `{}[*]` for any "
                                             "alphabet.",
                                             parameter.name, type.name, type.name));
      if (type.of && type.of != "*") alphabet(*type.of, type.of_where);
      signature.calling.push_back({parameter.name, kind->second, type.of.value_or("*"), parameter.where});
    } else if (type.name == "int" && !called_.contains(signature.name) && !has_recursive(*signature.syntax)) {
      signature.calling.push_back({parameter.name, Kind::integer, "", parameter.where});
    } else {
      add_dimension(parameter, signature);
    }
  }

  static bool has_recursive(syntax::Function const& function) {
    std::array<std::string_view, 4> const types{"index", "state", "position", "axis"};
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](auto const& parameter) { return base::contains(types, parameter.type.name); });
  }

  void add_dimension(syntax::Parameter const& parameter, Signature& signature) {
    static std::map<std::string, DimensionKind> const kinds{{"int", DimensionKind::integer},
                                                            {"index", DimensionKind::index},
                                                            {"state", DimensionKind::state},
                                                            {"position", DimensionKind::position},
                                                            {"axis", DimensionKind::axis}};
    syntax::Type const& type = parameter.type;
    auto const kind = kinds.find(type.name);
    if (kind == kinds.end()) {
      std::vector<std::string> const known{"seq", "char",  "matrix", "hmm",      "profile",
                                           "int", "index", "state",  "position", "axis"};
      return error(type.where, fmt::format("`{}` is not a type of parameters; expected {}.{}", type.name,
                                           base::list_in_words(known, "or"), base::did_you_mean(type.name, known)));
    }
    Dimension dimension{.name = parameter.name, .kind = kind->second, .of = type.of.value_or("")};
    if (!set_range(dimension, type, signature)) return;
    signature.dimensions.push_back(dimension);
  }

  bool set_range(Dimension& dimension, syntax::Type const& type, Signature const& signature) {
    auto const size = [&](std::string const& prefix) { return ir::linear(prefix + dimension.of); };
    switch (dimension.kind) {
    case DimensionKind::integer:
      dimension.upper = ir::linear("initial_" + dimension.name);
      return true;
    case DimensionKind::axis:
      dimension.upper = size("points_") - ir::linear(1);
      if (base::contains(std::array{"x", "y", "z"}, dimension.of)) return check_axis(dimension, type, signature);
      error(type.where, fmt::format("The type `axis` needs x, y or z, as in `axis[x]`; found `{}`.", dimension.of));
      return false;
    case DimensionKind::index:
      dimension.upper = size("length_");
      return check_of(dimension, type, signature, Kind::sequence);
    case DimensionKind::state:
      dimension.upper = size("n_states_") - ir::linear(1);
      return check_of(dimension, type, signature, Kind::model);
    case DimensionKind::position:
      dimension.upper = size("length_") + ir::linear(1);
      return check_of(dimension, type, signature, Kind::profile);
    }
    return false;
  }

  bool check_axis(Dimension const& dimension, syntax::Type const& type, Signature const& signature) {
    for (Dimension const& previous : signature.dimensions)
      if (previous.kind == DimensionKind::axis && previous.of == dimension.of) {
        error(type.where,
              fmt::format("`{}` and `{}` are both of the axis {}.", previous.name, dimension.name, dimension.of));
        return false;
      }
    return true;
  }

  /// Reports that the type of a dimension does not name a calling parameter of this kind before it.
  bool check_of(Dimension const& dimension, syntax::Type const& type, Signature const& signature, Kind kind) {
    CallingParameter const* const of = signature.find_calling(dimension.of);
    if (of && of->kind == kind) return true;
    if (wrong_parameters_.contains(dimension.of)) return false;
    std::vector<std::string> known;
    for (CallingParameter const& parameter : signature.calling)
      if (parameter.kind == kind) known.push_back(parameter.name);
    std::string const what = fmt::format("a parameter of type {} before it", to_text(kind));
    error(type.of ? type.of_where : type.where,
          fmt::format("The type of `{}` must name {}, as in `{}[s]`; found `{}`.{}", dimension.name, what, type.name,
                      dimension.of, base::did_you_mean(dimension.of, known)));
    return false;
  }

  syntax::Tree const& tree_;
  base::Diagnostics& diagnostics_;
  Declarations declarations_{};
  std::map<std::string, base::SourcePosition> positions_{};
  std::set<std::string> called_{};
  std::set<std::string> wrong_parameters_{}; ///< of the current function
};

} // namespace

Declarations declare(syntax::Tree const& tree, base::SourceText const& source, base::Diagnostics& diagnostics) {
  return Declarer(tree, source, diagnostics).run();
}

} // namespace chemora::recursion
