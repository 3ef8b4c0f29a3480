/// Solves random problems in tests.
#pragma once

#include "codegen/recursion/inputs.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/recursions/solver.hpp"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace chemora::recursions::tests {

/// A program with the edit distance of two sequences.
inline std::string const edit_distance = R"(
alphabet dna = "ACGT"
int edit(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then edit(i - 1, j - 1)
  else (edit(i - 1, j) min edit(i, j - 1) min edit(i - 1, j - 1)) + 1
)";

/// Compiles kernels for one device. Equal sources are compiled once for all tests of the program.
class Compiler {
public:
  explicit Compiler(device::Device& device) : device_(device) {}

  std::unique_ptr<device::Module> operator()(std::string const& name, std::string const& source,
                                             device::LaunchShape const& shape) {
    sources_.insert(source);
    static std::map<std::pair<plan::Language, std::string>, std::string> objects;
    auto const [object, is_new] = objects.try_emplace({device_.properties().language, source});
    if (is_new) {
      device::CompileRequest const request{.kernel = name, .source = source};
      device::CompiledObject const compiled = device_.compile({&request, 1}, 1).front();
      if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
      object->second = compiled.object;
    }
    return device_.load(name, object->second, shape);
  }
  std::size_t n_compiled() const { return sources_.size(); } ///< different sources

private:
  device::Device& device_;
  std::set<std::string> sources_{};
};

inline Compile compile_with(Compiler& compiler) {
  return [&compiler](std::string const& name, std::string const& source, device::LaunchShape const& shape) {
    return compiler(name, source, shape);
  };
}

using Codes = std::vector<std::uint8_t>;

inline Codes random_letters(std::mt19937& random, std::size_t length, unsigned n_letters) {
  Codes codes(length);
  for (std::uint8_t& code : codes) code = static_cast<std::uint8_t>(random() % n_letters);
  return codes;
}

/// Problems with the memory of their sequences.
struct Problems {
  std::vector<std::map<std::string, Codes>> letters{};

  std::vector<Problem> list() const {
    std::vector<Problem> problems(letters.size());
    for (std::size_t n = 0; n < letters.size(); ++n)
      for (auto const& [name, codes] : letters[n]) problems[n].sequences[name] = codes;
    return problems;
  }
};

/// Returns sequences with these names and random lengths: 0 and 1 first.
inline Problems random_problems(std::mt19937& random, std::vector<std::string> const& names, std::size_t n_problems,
                                std::size_t max_length, unsigned n_letters) {
  Problems problems;
  problems.letters.resize(n_problems);
  for (std::size_t n = 0; n < n_problems; ++n)
    for (std::string const& name : names)
      problems.letters[n][name] = random_letters(random, n < 2 ? n : random() % (max_length + 1), n_letters);
  return problems;
}

/// Returns the results of recursion::interpret.
inline std::vector<double> interpreted(recursion::System const& system, recursion::Inputs const& shared,
                                       Problems const& problems) {
  std::vector<double> numbers;
  for (auto const& letters : problems.letters) {
    recursion::Inputs inputs = shared;
    for (auto const& [name, codes] : letters) recursion::set_sequence(inputs, name, codes);
    numbers.push_back(recursion::interpret(system, inputs).number);
  }
  return numbers;
}

struct Solved {
  std::vector<double> numbers{};
  Statistics statistics{};
};

inline Solved solved(recursion::System const& system, recursion::Inputs const& shared, device::Device& device,
                     Compiler& compiler, Problems const& problems, Settings const& settings) {
  Solver solver(system, shared, device, compile_with(compiler), settings);
  Solved result;
  for (ProblemResult const& each : solver.solve(problems.list())) result.numbers.push_back(each.value.number);
  result.statistics = solver.statistics();
  return result;
}

} // namespace chemora::recursions::tests
