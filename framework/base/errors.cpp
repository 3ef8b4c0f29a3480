#include "framework/base/errors.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <string_view>

namespace chemora::base {

namespace {

/// Whether the byte at `offset` continues a character of UTF-8.
bool is_continued(std::string const& text, std::size_t offset) {
  return offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xc0) == 0x80;
}

/// Returns the longest prefix of at most `length` bytes that does not end within a UTF-8 character.
std::string beginning(std::string const& text, std::size_t length) {
  while (length > 0 && is_continued(text, length)) --length;
  return text.substr(0, length);
}

/// Returns the line, or only the part around the caret if the line is longer than max_excerpt. `caret` becomes the
/// offset of the caret in the returned part.
std::string part_around(std::size_t& caret, std::string const& line) {
  if (line.size() <= max_excerpt) return line;
  caret = std::min(caret, line.size());
  std::size_t begin = std::min(caret - std::min(caret, max_excerpt / 2), line.size() - max_excerpt);
  while (begin < caret && is_continued(line, begin)) ++begin;
  caret -= begin;
  return beginning(line.substr(begin), max_excerpt);
}

/// Replaces control characters except for line ends and tabs: a terminal would execute them.
std::string printable(std::string text) {
  for (char& c : text) {
    bool const is_control = (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') || c == '\x7f';
    if (is_control) c = '?';
  }
  return text;
}

std::string shortened(std::string message) {
  message = printable(std::move(message));
  return message.size() <= max_message ? message : beginning(message, max_message) + " ...";
}

/// Returns a note which states that further findings are not listed.
Diagnostic note_on_further_findings(SourcePosition where, Severity severity) {
  std::string const kind = severity == Severity::error ? "errors" : "warnings";
  return {std::move(where),
          "More " + kind + " follow; the first " + std::to_string(max_findings) + " are listed.",
          {},
          severity};
}

std::size_t count(std::vector<Diagnostic> const& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Diagnostic::severity));
}

/// Adds the finding if it is among the first max_findings of its severity. A note replaces the first omitted finding.
void add_bounded(std::vector<Diagnostic>& findings, Diagnostic finding) {
  std::size_t const n_listed = count(findings, finding.severity);
  if (n_listed < max_findings)
    findings.push_back(std::move(finding));
  else if (n_listed == max_findings)
    findings.push_back(note_on_further_findings(std::move(finding.where), finding.severity));
}

std::vector<Diagnostic> bounded(std::vector<Diagnostic> findings) {
  std::vector<Diagnostic> listed;
  for (Diagnostic& finding : findings) {
    finding.message = shortened(std::move(finding.message));
    add_bounded(listed, std::move(finding));
  }
  return listed;
}

/// Blanks as wide as the excerpt before the caret. A character of UTF-8 may have several bytes; the byte order mark has
/// no width.
std::string padding(std::string const& excerpt, std::size_t caret) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string text;
  for (std::size_t at = excerpt.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < caret; ++at) {
    if (!is_continued(excerpt, at)) text += at < excerpt.size() && excerpt[at] == '\t' ? '\t' : ' ';
  }
  return text;
}

std::string text_of(std::vector<Diagnostic> const& diagnostics) {
  return join(diagnostics, "\n", [](Diagnostic const& diagnostic) { return to_text(diagnostic); });
}

} // namespace

std::string to_text(Diagnostic const& diagnostic) {
  std::string const kind = diagnostic.severity == Severity::error ? "error: " : "warning: ";
  std::string const place = to_text(diagnostic.where);
  std::string text = (place.empty() ? "" : place + ": ") + kind + diagnostic.message;
  if (diagnostic.excerpt.empty() || diagnostic.where.column < 1) return text;
  auto caret = static_cast<std::size_t>(diagnostic.where.column - 1);
  std::string const excerpt = printable(part_around(caret, diagnostic.excerpt));
  return text + "\n  " + excerpt + "\n  " + padding(excerpt, caret) + "^";
}

UserError::UserError(std::string const& message) : UserError(SourcePosition{}, message) {}

UserError::UserError(SourcePosition where, std::string const& message)
    : UserError(std::vector<Diagnostic>{{std::move(where), message, {}, Severity::error}}) {}

UserError::UserError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(text_of(diagnostics = bounded(std::move(diagnostics)))), diagnostics_(std::move(diagnostics)) {
}

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
  message = shortened(std::move(message));
  std::string const key = to_text(where) + '\n' + message;
  if (reported_.contains(key)) return;
  bool const is_listed = count(findings_, severity) < max_findings;
  if (is_listed) reported_.insert(key);
  if (severity == Severity::error) ++n_errors_;
  std::string line = is_listed ? excerpt(where) : "";
  add_bounded(findings_, {std::move(where), std::move(message), std::move(line), severity});
}

std::string Diagnostics::excerpt(SourcePosition const& where) {
  if (!source_ || where.line < 1 || where.file != source_->name) return {};
  if (lines_.empty()) lines_ = source_->lines();
  auto const line = static_cast<std::size_t>(where.line);
  return line <= lines_.size() ? lines_[line - 1] : std::string{};
}

} // namespace chemora::base
