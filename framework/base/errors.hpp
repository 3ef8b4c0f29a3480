// The kinds of failure: what the user can mend, what we must mend, and where it happened.
#pragma once

#include "framework/base/source_position.hpp"

#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

namespace chemora::base {

enum class Severity { error, warning };

/// One finding about an input: where, what was found, what is allowed.
struct Diagnostic {
  SourcePosition where;
  std::string message; ///< whole sentences with names and values
  std::string excerpt; ///< the source line, empty if there is none; the caret goes under `where.column`
  Severity severity = Severity::error;
};

/// `file:line:column: error: message`, then the excerpt and a caret.
std::string to_text(Diagnostic const& diagnostic);

/// What the user can mend: equations, CCL, parameters, command line, files. Carries every finding, not the first.
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

/// What we must mend: a broken invariant. Says the condition, the values and the stage. Exit code 2.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// Collects findings while a stage goes on, so that the user sees all of them at once. What is found twice at one place
/// is kept once. The time for n findings grows as n.
class Diagnostics {
public:
  explicit Diagnostics(SourceText const* source = nullptr) : source_(source) {}

  void error(SourcePosition where, std::string message);
  void warning(SourcePosition where, std::string message);

  bool has_errors() const { return n_errors_ > 0; }
  std::size_t n_errors() const { return n_errors_; }
  std::vector<Diagnostic> const& all() const { return findings_; }

  /// Throws UserError with every finding when at least one is an error.
  void throw_if_errors() const;

private:
  void add(SourcePosition where, std::string message, Severity severity);
  std::string excerpt(SourcePosition const& where);

  SourceText const* source_;
  std::vector<std::string> lines_; ///< of the source, once one was asked for
  std::vector<Diagnostic> findings_;
  std::unordered_set<std::string> known_; ///< places and messages of the findings
  std::size_t n_errors_ = 0;
};

} // namespace chemora::base
