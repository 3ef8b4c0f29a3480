// Findings in words.
#include "framework/base/errors.hpp"

#include <algorithm>
#include <string_view>

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

/// The line, or the part of a very long one around the caret, which is then counted from the part's beginning.
std::string part_around(std::size_t& caret, std::string const& line) {
  constexpr std::size_t longest = 500, half = longest / 2;
  if (line.size() <= longest) return line;
  std::size_t const begin = std::min(caret < half ? 0 : caret - half, line.size() - longest);
  caret = std::min(caret, line.size()) - begin;
  return line.substr(begin, longest);
}

/// As wide as what stands before the caret: a character of UTF-8 may have several bytes, the mark of byte order no
/// width.
std::string padding(std::string const& excerpt, std::size_t caret) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string text;
  for (std::size_t at = excerpt.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < caret; ++at) {
    bool const is_continued = at < excerpt.size() && (static_cast<unsigned char>(excerpt[at]) & 0xc0) == 0x80;
    if (!is_continued) text += at < excerpt.size() && excerpt[at] == '\t' ? '\t' : ' ';
  }
  return text;
}

} // namespace

std::string to_text(Diagnostic const& diagnostic) {
  std::string const kind = diagnostic.severity == Severity::error ? "error: " : "warning: ";
  std::string const place = to_text(diagnostic.where);
  std::string text = (place.empty() ? "" : place + ": ") + kind + diagnostic.message;
  if (diagnostic.excerpt.empty() || diagnostic.where.column < 1) return text;
  auto caret = static_cast<std::size_t>(diagnostic.where.column - 1);
  std::string const excerpt = part_around(caret, diagnostic.excerpt);
  return text + "\n  " + excerpt + "\n  " + padding(excerpt, caret) + "^";
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

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw UserError(findings_);
}

void Diagnostics::add(SourcePosition where, std::string message, Severity severity) {
  if (!known_.insert(to_text(where) + '\n' + message).second) return;
  if (severity == Severity::error) ++n_errors_;
  std::string line = excerpt(where);
  findings_.push_back({std::move(where), std::move(message), std::move(line), severity});
}

std::string Diagnostics::excerpt(SourcePosition const& where) {
  if (!source_ || where.line < 1 || where.file != source_->name) return {};
  if (lines_.empty()) lines_ = source_->lines();
  auto const line = static_cast<std::size_t>(where.line);
  return line <= lines_.size() ? lines_[line - 1] : std::string{};
}

} // namespace chemora::base
