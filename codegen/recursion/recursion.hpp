/// The language of recursions (docs/recursions.md): files `*.rec`.
#pragma once

#include "codegen/recursion/system.hpp"
#include "framework/base/errors.hpp"

#include <variant>

namespace chemora::recursion {

/// The letters of sequences. The code of a letter is its position. Lower case letters have the code of upper case ones
/// unless the alphabet contains both.
struct Alphabet {
  std::string name{};
  std::string letters{};
  /// Returns the code of a letter, nothing for other characters.
  std::optional<int> code(char letter) const;
};

/// A substitution matrix. `values` has one row for each letter; rows are letters of the first sequence.
struct Matrix {
  std::string name{}, alphabet{};
  std::vector<double> values{};
};

/// A hidden Markov model. State 0 is the start state and the last state is the end state; both emit nothing.
struct Model {
  std::string name{}, alphabet{};
  std::vector<std::string> states{};
  struct Transition {
    int start = 0, end = 0;
    double probability = 0;
  };
  std::vector<Transition> transitions{};
  std::vector<double> emissions{}; ///< [state, letter]
};

/// A name that a statement `load` declares. Without a file, the user of the program provides it (Sequences::inputs).
struct Load {
  enum class Kind { sequences, matrix, model, profile };
  std::string name{};
  Kind kind = Kind::sequences;
  std::string alphabet{};
  std::optional<std::string> file{};
  base::SourcePosition where{};
};

/// A scalar of the program, `let gap = 11`, which the user may change (Sequences::scalars).
struct Scalar {
  std::string name{};
  ValueType type = ValueType::integer;
  double value = 0;
  base::SourcePosition where{};
};

/// `print NAME(arguments)`, `print map NAME over (arguments)`, `print align NAME over (arguments)`. Arguments are names
/// of loaded objects and literals: `"ACG"`, `'A'` or `3`. A map calls the function for all combinations of the elements
/// of its arguments that are lists of sequences.
struct Print {
  System system{};
  std::vector<std::string> arguments{};    ///< in the order of Result::calling
  std::vector<std::string> alphabets{};    ///< of arguments that are sequences; empty for others
  std::map<std::string, double> letters{}; ///< codes of arguments that are letters, by scalar of the system
  bool is_map = false, has_alignments = false;
  base::SourcePosition where{};
};

/// `sweep phi = u(i, j, k) along (+x, -y, +z)`: evaluates a function over the grid and stores it in grid functions.
/// Functions that the system contains besides are not stored.
struct Sweep {
  System system{}; ///< reversed axes are already replaced: dimension -> points - 1 - dimension
  std::vector<std::pair<std::string, std::string>> stores{}; ///< grid function, function of the system
  base::SourcePosition where{};
};

/// A grid function of a thorn, `grid real phi = "Eikonal::phi"`.
struct GridFunction {
  std::string name{}, variable{};
  base::SourcePosition where{};
};

struct Program {
  std::string name{};
  std::vector<Alphabet> alphabets{};
  std::vector<Matrix> matrices{};
  std::vector<Model> models{};
  std::vector<Load> loads{};
  std::vector<Scalar> scalars{};
  std::vector<GridFunction> grid{};
  std::vector<std::variant<Print, Sweep>> statements{}; ///< in the order of the file
  std::vector<base::Diagnostic> warnings{};

  Alphabet const& alphabet(std::string const& name) const;
};

/// Reads a file. Throws base::UserError with all errors of the file.
Program read_program(base::SourceText const& source);

/// Returns the system of a function of a file by name, with its default result. For tests and benchmarks.
System read_system(base::SourceText const& source, std::string const& function);

} // namespace chemora::recursion
