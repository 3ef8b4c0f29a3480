#include "codegen/recursion/inputs.hpp"

#include "codegen/recursion/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace chemora::recursion {

namespace {

/// Returns the numbers of the transitions ordered by a state, and the position of the first one of each state.
std::pair<std::vector<double>, std::vector<double>> ordered(Model const& model, int Model::Transition::*state) {
  std::vector<std::size_t> order(model.transitions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return model.transitions[a].*state < model.transitions[b].*state;
  });
  std::vector<double> first(model.states.size() + 1);
  for (Model::Transition const& transition : model.transitions)
    ++first[static_cast<std::size_t>(transition.*state) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  return {std::vector<double>(order.begin(), order.end()), std::move(first)};
}

} // namespace

void set_sequence(Inputs& inputs, std::string const& parameter, std::span<std::uint8_t const> codes) {
  inputs.sizes["length_" + parameter] = static_cast<long>(codes.size());
  inputs.arrays[parameter] = std::vector<double>(codes.begin(), codes.end());
}

void set_matrix(Inputs& inputs, std::string const& parameter, Matrix const& matrix) {
  inputs.arrays[parameter] = matrix.values;
}

void set_model(Inputs& inputs, std::string const& parameter, Model const& model) {
  inputs.sizes["n_states_" + parameter] = static_cast<long>(model.states.size());
  inputs.sizes["n_transitions_" + parameter] = static_cast<long>(model.transitions.size());
  auto [order_to, first_to] = ordered(model, &Model::Transition::end);
  auto [order_from, first_from] = ordered(model, &Model::Transition::start);
  std::vector<double> start, end, probability;
  for (Model::Transition const& transition : model.transitions) {
    start.push_back(transition.start);
    end.push_back(transition.end);
    probability.push_back(transition.probability);
  }
  inputs.arrays[parameter + "_order_to"] = std::move(order_to);
  inputs.arrays[parameter + "_first_to"] = std::move(first_to);
  inputs.arrays[parameter + "_order_from"] = std::move(order_from);
  inputs.arrays[parameter + "_first_from"] = std::move(first_from);
  inputs.arrays[parameter + "_start"] = std::move(start);
  inputs.arrays[parameter + "_end"] = std::move(end);
  inputs.arrays[parameter + "_prob"] = std::move(probability);
  inputs.arrays[parameter + "_emission"] = model.emissions;
}

void set_profile(Inputs& inputs, std::string const& parameter, long length, std::size_t n_letters,
                 std::map<std::string, std::vector<double>> const& fields) {
  inputs.sizes["length_" + parameter] = length;
  auto const n_positions = static_cast<std::size_t>(length) + 2;
  for (std::string const& field : profile_fields()) {
    bool const has_letters = field == "match" || field == "insert";
    auto const found = fields.find(field);
    std::vector<double> values = found == fields.end() ? std::vector<double>{} : found->second;
    values.resize(n_positions * (has_letters ? n_letters : 1));
    inputs.arrays[parameter + "_" + field] = std::move(values);
  }
}

std::vector<long> extents_of(InputArray const& array, std::size_t n_values, std::map<std::string, long> const& sizes) {
  std::vector<long> extents;
  long n_of_known = 1, n_unknown = 0;
  for (ir::LinearExpression const& extent : array.extents) {
    bool const is_known = extent != ir::LinearExpression{};
    extents.push_back(is_known ? extent.value(sizes) : 0);
    if (is_known)
      n_of_known *= std::max(extents.back(), 1L);
    else
      ++n_unknown;
  }
  long const remainder = static_cast<long>(n_values) / n_of_known;
  long const n_letters = n_unknown == 2 ? std::lround(std::sqrt(static_cast<double>(remainder))) : remainder;
  for (std::size_t n = 0; n < extents.size(); ++n)
    if (array.extents[n] == ir::LinearExpression{}) extents[n] = n_letters;
  return extents;
}

Model read_model(base::SourceText const& source, std::string const& name, Alphabet const& alphabet) {
  base::Diagnostics diagnostics(&source);
  syntax::Tree const tree = syntax::parse(source, diagnostics);
  diagnostics.throw_if_errors();
  bool const has_other_statements = !tree.alphabets.empty() || !tree.matrices.empty() || !tree.loads.empty() ||
                                    !tree.lets.empty() || !tree.grids.empty() || !tree.functions.empty() ||
                                    !tree.schedules.empty() || !tree.statements.empty();
  if (tree.models.size() != 1 || has_other_statements)
    throw base::UserError({source.name, 1, 1},
                          "A file of a model contains one statement `hmm NAME[ALPHABET] = { ... }` "
                          "and no other statements.");
  std::optional<Model> model = checked_model(tree.models[0], alphabet, diagnostics);
  diagnostics.throw_if_errors();
  model->name = name;
  return std::move(*model);
}

} // namespace chemora::recursion
