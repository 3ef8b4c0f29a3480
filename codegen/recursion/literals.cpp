/// Matrices and hidden Markov models that are written in a file.
#include "codegen/recursion/declarations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace chemora::recursion {

namespace {

constexpr double tolerance = 1e-6; ///< of sums of probabilities
constexpr std::size_t max_states = 10000;

std::optional<double> probability(syntax::NodePtr const& node, base::Diagnostics& diagnostics) {
  std::optional<double> const value = constant_value(node, diagnostics);
  if (value && !(*value >= 0 && *value <= 1)) {
    diagnostics.error(node->where, fmt::format("The probability {} is not between 0 and 1.", *value));
    return std::nullopt;
  }
  return value;
}

/// Reads the states and transitions of a model.
class ModelReader {
public:
  ModelReader(syntax::Model const& syntax, Alphabet const& alphabet, base::Diagnostics& diagnostics)
      : syntax_(syntax), alphabet_(alphabet), diagnostics_(diagnostics) {
    model_.name = syntax.name.text;
    model_.alphabet = alphabet.name;
  }

  std::optional<Model> read() {
    std::size_t const n_errors = diagnostics_.n_errors();
    add_states();
    if (diagnostics_.n_errors() > n_errors) return std::nullopt;
    for (syntax::Model::Transition const& transition : syntax_.transitions)
      if (diagnostics_.n_errors() <= base::max_findings) add_transition(transition);
    if (diagnostics_.n_errors() > n_errors) return std::nullopt;
    check_sums();
    check_reachable();
    if (diagnostics_.n_errors() > n_errors) return std::nullopt;
    return std::move(model_);
  }

private:
  void add_states() {
    if (syntax_.states.size() > max_states)
      return diagnostics_.error(syntax_.name.where, fmt::format("The model has {} states; at most {} are allowed.",
                                                                syntax_.states.size(), max_states));
    add_state({"start", syntax_.name.where}, nullptr);
    for (syntax::Model::State const& state : syntax_.states) {
      bool const is_silent = state.name.text == "start" || state.name.text == "end";
      if (is_silent)
        diagnostics_.error(state.name.where, fmt::format("Every model has a state `{}`, which emits nothing; it must "
                                                         "not be declared.",
                                                         state.name.text));
      else
        add_state(state.name, state.emissions ? &*state.emissions : nullptr);
    }
    add_state({"end", syntax_.name.where}, nullptr);
  }

  void add_state(syntax::Name const& name, syntax::Emissions const* emissions) {
    if (!numbers_.emplace(name.text, static_cast<int>(model_.states.size())).second)
      diagnostics_.error(name.where, fmt::format("The state `{}` is declared twice.", name.text));
    model_.states.push_back(name.text);
    std::vector<double> const values =
        emissions ? emission_values(name, *emissions) : std::vector<double>(alphabet_.letters.size());
    model_.emissions.insert(model_.emissions.end(), values.begin(), values.end());
  }

  std::vector<double> emission_values(syntax::Name const& state, syntax::Emissions const& emissions) {
    std::size_t const n_letters = alphabet_.letters.size();
    if (emissions.is_uniform) return std::vector<double>(n_letters, 1.0 / static_cast<double>(n_letters));
    std::vector<double> values(n_letters);
    bool const has_wrong_number = !emissions.in_order.empty() && emissions.in_order.size() != n_letters;
    if (has_wrong_number)
      diagnostics_.error(emissions.where,
                         fmt::format("The state `{}` has {} probabilities; the alphabet `{}` has {} "
                                     "letters.",
                                     state.text, emissions.in_order.size(), alphabet_.name, n_letters));
    for (std::size_t n = 0; n < emissions.in_order.size() && !has_wrong_number; ++n)
      values[n] = probability(emissions.in_order[n], diagnostics_).value_or(0);
    for (auto const& [letters, node] : emissions.by_letters) {
      double const value = probability(node, diagnostics_).value_or(0);
      for (char const letter : letters.text) set_emission(values, letters, letter, value);
    }
    double sum = 0;
    for (double const value : values) sum += value;
    if (!has_wrong_number && std::abs(sum - 1) > tolerance)
      diagnostics_.error(emissions.where, fmt::format("The probabilities of the letters of the state `{}` have the sum "
                                                      "{:.6g}; it must be 1.",
                                                      state.text, sum));
    return values;
  }

  void set_emission(std::vector<double>& values, syntax::Name const& letters, char letter, double value) {
    std::optional<int> const code = alphabet_.code(letter);
    if (!code)
      diagnostics_.error(letters.where, fmt::format("`{}` is not a letter of the alphabet `{}`, which is \"{}\".",
                                                    letter, alphabet_.name, alphabet_.letters));
    else if (values[static_cast<std::size_t>(*code)] != 0)
      diagnostics_.error(letters.where, fmt::format("The letter `{}` has two probabilities.", letter));
    else
      values[static_cast<std::size_t>(*code)] = value;
  }

  std::optional<int> number(syntax::Name const& name) {
    auto const found = numbers_.find(name.text);
    if (found != numbers_.end()) return found->second;
    diagnostics_.error(name.where, fmt::format("The model `{}` has no state `{}`.{}", model_.name, name.text,
                                               base::did_you_mean(name.text, model_.states)));
    return std::nullopt;
  }

  void add_transition(syntax::Model::Transition const& transition) {
    std::optional<int> const start = number(transition.start), end = number(transition.end);
    std::optional<double> const value = probability(transition.probability, diagnostics_);
    if (!start || !end || !value) return;
    int const last = static_cast<int>(model_.states.size()) - 1;
    if (*start == last)
      diagnostics_.error(transition.start.where, "The end state must not have transitions to other states.");
    if (*end == 0) diagnostics_.error(transition.end.where, "The start state must not have transitions to it.");
    if (!pairs_.emplace(*start, *end).second)
      diagnostics_.error(transition.start.where, fmt::format("The transition from `{}` to `{}` is declared twice.",
                                                             transition.start.text, transition.end.text));
    model_.transitions.push_back({*start, *end, *value});
  }

  void check_sums() {
    std::vector<double> sums(model_.states.size());
    for (Model::Transition const& t : model_.transitions) sums[static_cast<std::size_t>(t.start)] += t.probability;
    for (std::size_t n = 0; n + 1 < sums.size(); ++n)
      if (std::abs(sums[n] - 1) > tolerance)
        diagnostics_.error(where(n), fmt::format("The probabilities of the transitions from the state `{}` have the "
                                                 "sum {:.6g}; it must be 1.",
                                                 model_.states[n], sums[n]));
  }

  /// Reports the states that no path from the start state contains, which include the end state.
  void check_reachable() {
    std::vector<bool> is_reached(model_.states.size());
    is_reached[0] = true;
    for (std::size_t round = 0; round < model_.states.size(); ++round) {
      bool has_changed = false;
      for (Model::Transition const& t : model_.transitions) {
        auto const end = static_cast<std::size_t>(t.end);
        if (!is_reached[static_cast<std::size_t>(t.start)] || is_reached[end] || t.probability == 0) continue;
        is_reached[end] = has_changed = true;
      }
      if (!has_changed) break;
    }
    for (std::size_t n = 0; n < is_reached.size(); ++n)
      if (!is_reached[n])
        diagnostics_.error(where(n), fmt::format("No transitions lead from the start state to the state `{}` of the "
                                                 "model `{}`.",
                                                 model_.states[n], model_.name));
  }

  base::SourcePosition where(std::size_t state) const {
    bool const is_declared = state > 0 && state + 1 < model_.states.size();
    return is_declared ? syntax_.states[state - 1].name.where : syntax_.name.where;
  }

  syntax::Model const& syntax_;
  Alphabet const& alphabet_;
  base::Diagnostics& diagnostics_;
  Model model_{};
  std::map<std::string, int> numbers_{};
  std::set<std::pair<int, int>> pairs_{};
};

std::optional<double> operation(std::string const& op, double left, double right) {
  if (op == "+") return left + right;
  if (op == "-") return left - right;
  if (op == "*") return left * right;
  if (op == "/" && right != 0) return left / right;
  return std::nullopt;
}

std::optional<double> value_or_nothing(syntax::NodePtr const& node) {
  using syntax::NodeKind;
  if (node->kind == NodeKind::integer || node->kind == NodeKind::real) return node->number;
  std::vector<double> operands;
  for (syntax::NodePtr const& operand : node->operands) {
    std::optional<double> const value = value_or_nothing(operand);
    if (!value) return std::nullopt;
    operands.push_back(*value);
  }
  if (node->kind == NodeKind::negate) return -operands[0];
  return node->kind == NodeKind::binary ? operation(node->text, operands[0], operands[1]) : std::nullopt;
}

} // namespace

std::optional<double> constant_value(syntax::NodePtr const& node, base::Diagnostics& diagnostics) {
  std::optional<double> const value = value_or_nothing(node);
  if (value && std::isfinite(*value)) return value;
  diagnostics.error(node->where, "Expected a finite number, or numbers with `+`, `-`, `*` and `/` by a number other "
                                 "than 0.");
  return std::nullopt;
}

std::optional<Matrix> checked_matrix(syntax::Matrix const& syntax, Alphabet const& alphabet,
                                     base::Diagnostics& diagnostics) {
  std::size_t const n_errors = diagnostics.n_errors(), n_letters = alphabet.letters.size();
  auto const element = [&](syntax::NodePtr const& node) {
    double const value = constant_value(node, diagnostics).value_or(0);
    constexpr double max_score = 1e6;
    if (value != std::floor(value) || std::abs(value) > max_score)
      diagnostics.error(node->where, fmt::format("The element {} of the matrix is not an integer between -1000000 and "
                                                 "1000000.",
                                                 value));
    return value;
  };
  Matrix matrix{
      .name = syntax.name.text, .alphabet = alphabet.name, .values = std::vector<double>(n_letters * n_letters)};
  if (syntax.match) {
    double const match = element(syntax.match), mismatch = element(syntax.mismatch);
    for (std::size_t n = 0; n < matrix.values.size(); ++n)
      matrix.values[n] = n / n_letters == n % n_letters ? match : mismatch;
  }
  std::set<int> rows;
  for (syntax::Matrix::Row const& row : syntax.rows) {
    std::optional<int> const code = row.letters.text.size() == 1 ? alphabet.code(row.letters.text[0]) : std::nullopt;
    if (!code)
      diagnostics.error(row.letters.where, fmt::format("\"{}\" is not a letter of the alphabet `{}`, which is \"{}\".",
                                                       row.letters.text, alphabet.name, alphabet.letters));
    else if (!rows.insert(*code).second)
      diagnostics.error(row.letters.where, fmt::format("The row \"{}\" is declared twice.", row.letters.text));
    if (row.values.size() != n_letters)
      diagnostics.error(row.letters.where, fmt::format("The row \"{}\" has {} elements; the alphabet `{}` has {} "
                                                       "letters.",
                                                       row.letters.text, row.values.size(), alphabet.name, n_letters));
    for (std::size_t n = 0; n < row.values.size() && n < n_letters; ++n) {
      double const value = element(row.values[n]);
      if (code) matrix.values[static_cast<std::size_t>(*code) * n_letters + n] = value;
    }
  }
  if (!syntax.match && diagnostics.n_errors() == n_errors)
    for (std::size_t n = 0; n < n_letters; ++n)
      if (!rows.contains(static_cast<int>(n)))
        diagnostics.error(syntax.name.where, fmt::format("The matrix `{}` has no row for the letter `{}`.",
                                                         syntax.name.text, alphabet.letters[n]));
  if (diagnostics.n_errors() > n_errors) return std::nullopt;
  return matrix;
}

std::optional<Model> checked_model(syntax::Model const& model, Alphabet const& alphabet,
                                   base::Diagnostics& diagnostics) {
  return ModelReader(model, alphabet, diagnostics).read();
}

} // namespace chemora::recursion
