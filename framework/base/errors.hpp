/// The kinds of failure (a mistake in the input or a bug in Chemora) and the collection of findings about an input.
#pragma once

#include "framework/base/source_text.hpp"

#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

namespace chemora::base {

// Lists of findings and their texts are bounded, so that the memory for messages does not grow with the number of
// mistakes: a file of backslashes has as many errors as characters.
constexpr std::size_t max_findings =
    50; ///< maximum number of findings of one severity; a note replaces further findings
constexpr std::size_t max_message = 2000; ///< maximum length of a message in bytes
constexpr std::size_t max_excerpt = 200;  ///< maximum length of a source excerpt in bytes

enum class Severity { error, warning };

/// An error or warning about an input file, with its position and source line.
struct Diagnostic {
  SourcePosition where;
  std::string message; ///< whole sentences with names and values
  std::string excerpt; ///< the source line, or empty; a caret is printed under `where.column`
  Severity severity = Severity::error;
};

/// `file:line:column: error: message`, then the excerpt and a caret.
std::string to_text(Diagnostic const& diagnostic);

/// A mistake in the input: equations, CCL, parameters, command line or files. Carries all findings, not only the first.
/// The program ends with exit code 1.
class UserError : public std::runtime_error {
public:
  explicit UserError(std::string const& message);
  UserError(SourcePosition where, std::string const& message);
  explicit UserError(std::vector<Diagnostic> diagnostics);

  std::vector<Diagnostic> const& diagnostics() const { return diagnostics_; }

private:
  std::vector<Diagnostic> diagnostics_;
};

/// A bug in Chemora: a broken invariant. The message states the condition, the values and the stage. Exit code 2.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// Collects findings while a stage continues, so that the user sees all of them at once. Repetitions of a message at
/// the same position are dropped. The total time is linear in the number of findings.
class Diagnostics {
public:
  /// Excerpts are lines of `source`, which must outlive this object.
  explicit Diagnostics(SourceText const* source = nullptr) : source_(source) {}

  void error(SourcePosition where, std::string message);
  void warning(SourcePosition where, std::string message);

  bool has_errors() const { return n_errors_ > 0; }
  std::size_t n_errors() const { return n_errors_; }
  std::vector<Diagnostic> const& all() const { return findings_; }

  /// Throws a UserError with all findings if at least one of them is an error.
  void throw_if_errors() const;

private:
  void add(SourcePosition where, std::string message, Severity severity);
  std::string excerpt(SourcePosition const& where);

  SourceText const* source_;
  std::vector<std::string> lines_; ///< lines of the source; read when the first excerpt is needed
  std::vector<Diagnostic> findings_;
  std::unordered_set<std::string> reported_; ///< positions and messages of the findings
  std::size_t n_errors_ = 0;
};

/// Runs `step`; the findings of a UserError that it throws are added to `diagnostics`, and the caller continues.
template <class Step>
void collect_errors(Diagnostics& diagnostics, Step step) {
  try {
    step();
  } catch (UserError const& error) {
    for (auto const& [where, message, excerpt, severity] : error.diagnostics())
      severity == Severity::error ? diagnostics.error(where, message) : diagnostics.warning(where, message);
  }
}

} // namespace chemora::base
