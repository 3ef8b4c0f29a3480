// Findings in words.
#include "framework/base/errors.hpp"

#include <algorithm>

namespace chemora::base {

namespace {

std::string join(std::vector<Diagnostic> const& diagnostics) {
  std::string text;
  for (auto const& diagnostic : diagnostics) {
    if (!text.empty()) text += "\n";
    text += to_text(diagnostic);
  }
  return text;
}

} // namespace

std::string to_text(Diagnostic const& diagnostic) {
  std::string const kind = diagnostic.severity == Severity::error ? "error: " : "warning: ";
  std::string const place = to_text(diagnostic.where);
  std::string text = (place.empty() ? "" : place + ": ") + kind + diagnostic.message;
  if (diagnostic.excerpt.empty() || diagnostic.where.column < 1) return text;
  text += "\n  " + diagnostic.excerpt + "\n  ";
  for (int column = 1; column < diagnostic.where.column; ++column) {
    auto const at = static_cast<std::size_t>(column - 1);
    text += at < diagnostic.excerpt.size() && diagnostic.excerpt[at] == '\t' ? '\t' : ' ';
  }
  return text + "^";
}

UserError::UserError(std::string const& message) : UserError(SourcePosition{}, message) {}

UserError::UserError(SourcePosition where, std::string const& message)
    : UserError(std::vector<Diagnostic>{{std::move(where), message, {}, Severity::error}}) {}

UserError::UserError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(join(diagnostics)), diagnostics_(std::move(diagnostics)) {}

void Diagnostics::error(SourcePosition where, std::string message) {
  add(std::move(where), std::move(message), Severity::error);
}

void Diagnostics::warning(SourcePosition where, std::string message) {
  add(std::move(where), std::move(message), Severity::warning);
}

bool Diagnostics::has_errors() const {
  return std::any_of(findings_.begin(), findings_.end(),
                     [](Diagnostic const& finding) { return finding.severity == Severity::error; });
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw UserError(findings_);
}

void Diagnostics::add(SourcePosition where, std::string message, Severity severity) {
  std::string excerpt;
  if (source_ && where.line > 0 && where.file == source_->name) excerpt = source_->line(where.line);
  Diagnostic finding{std::move(where), std::move(message), std::move(excerpt), severity};
  auto const same = [&](Diagnostic const& other) {
    return other.where == finding.where && other.message == finding.message;
  };
  if (std::none_of(findings_.begin(), findings_.end(), same)) findings_.push_back(std::move(finding));
}

} // namespace chemora::base
