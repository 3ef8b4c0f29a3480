#include "arguments.hpp"

#include "codegen/recursion/inputs.hpp"

#include <cstdlib>

namespace sequences {

namespace recursion = chemora::recursion;

namespace {

void add_profile(recursion::Inputs& inputs, std::string const& parameter, Profile const& profile,
                 std::string const& letters) {
  ProfileOdds const odds = local_odds(profile, letters);
  recursion::set_profile(inputs, parameter, profile.length, letters.size(),
                         {{"match", odds.match},
                          {"insert", odds.insert},
                          {"entry", odds.entry},
                          {"mm", profile.mm},
                          {"mi", profile.mi},
                          {"md", profile.md},
                          {"im", profile.im},
                          {"ii", profile.ii},
                          {"dm", profile.dm},
                          {"dd", profile.dd}});
}

} // namespace

std::optional<std::string> literal_text(std::string const& argument) {
  if (argument.size() < 2 || argument.front() != '"' || argument.back() != '"') return {};
  return argument.substr(1, argument.size() - 2);
}

ArgumentKind kind_of(LoadedProgram const& loaded, std::string const& argument) {
  if (literal_text(argument)) return ArgumentKind::literal;
  if (argument.starts_with('\'')) return ArgumentKind::letter;
  if (loaded.matrices.contains(argument)) return ArgumentKind::matrix;
  if (loaded.models.contains(argument)) return ArgumentKind::model;
  if (loaded.profiles.contains(argument)) return ArgumentKind::profile;
  return loaded.find_load(argument) ? ArgumentKind::sequences : ArgumentKind::integer;
}

recursion::Inputs shared_inputs(LoadedProgram const& loaded, recursion::Print const& print) {
  recursion::Inputs inputs;
  inputs.scalars = loaded.scalars;
  inputs.scalars.insert(print.letters.begin(), print.letters.end());
  auto const& parameters = print.system.result->calling;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::string const& argument = print.arguments.at(i);
    switch (kind_of(loaded, argument)) {
    case ArgumentKind::sequences:
    case ArgumentKind::literal:
    case ArgumentKind::letter:
      break;
    case ArgumentKind::matrix:
      recursion::set_matrix(inputs, parameters[i], loaded.matrices.at(argument));
      break;
    case ArgumentKind::model:
      recursion::set_model(inputs, parameters[i], loaded.models.at(argument));
      break;
    case ArgumentKind::profile: {
      std::string const& alphabet = loaded.find_load(argument)->alphabet;
      add_profile(inputs, parameters[i], loaded.profiles.at(argument), loaded.program.alphabet(alphabet).letters);
      break;
    }
    case ArgumentKind::integer:
      inputs.sizes[parameters[i]] = std::strtol(argument.c_str(), nullptr, 10);
      break;
    }
  }
  return inputs;
}

} // namespace sequences
