/// Reads the files that an equation file includes, for the parser of EDL; a file that includes itself is an error.
#include "codegen/edl/parser.hpp"

#include "codegen/edl/token.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

namespace chemora::edl {

namespace {

/// Returns whether a line `include "FILE"` starts at token `n`.
bool is_include(std::vector<Token> const& tokens, std::size_t n) {
  bool const starts_line = n == 0 || tokens[n - 1].kind == TokenKind::end_of_line;
  return starts_line && n + 2 < tokens.size() && tokens[n].kind == TokenKind::word && tokens[n].text == "include" &&
         tokens[n].suffixes.empty() && tokens[n + 1].kind == TokenKind::string &&
         tokens[n + 2].kind == TokenKind::end_of_line;
}

std::string path_from(std::string const& including, std::string const& named) {
  return (std::filesystem::path(including).parent_path() / named).lexically_normal().string();
}

/// Returns the files through which `name` includes itself, for messages.
std::string inclusion_path(std::vector<std::string> const& above, std::string const& name) {
  std::string text;
  for (auto file = std::find(above.begin(), above.end(), name) + 1; file != above.end(); ++file)
    text += (text.empty() ? " through `" : ", `") + *file + "`";
  return text;
}

/// Returns the files in the folder of `name`, for suggestions.
std::vector<std::string> neighbours(std::string const& name) {
  std::filesystem::path const folder = std::filesystem::path(name).parent_path();
  std::vector<std::string> names;
  std::error_code ignored;
  for (auto const& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored))
    if (entry.is_regular_file(ignored)) names.push_back((folder / entry.path().filename()).string());
  return names;
}

} // namespace

std::vector<base::SourceText> read_included(base::SourceText const& source) {
  std::vector<base::SourceText> result;
  base::Diagnostics diagnostics(&source);
  std::function<void(base::SourceText const&, std::vector<std::string>)> const find =
      [&](base::SourceText const& text, std::vector<std::string> above) {
        above.push_back(text.name);
        base::Diagnostics ignored;
        std::vector<Token> const tokens = tokenize(text, ignored);
        for (std::size_t n = 0; n < tokens.size(); ++n) {
          if (!is_include(tokens, n)) continue;
          std::string const name = path_from(text.name, tokens[n + 1].text);
          if (base::contains(above, name)) {
            diagnostics.error(tokens[n].where, "`" + name + "` includes itself here" + inclusion_path(above, name) +
                                                   "; remove one of the lines.");
            continue;
          }
          auto const was_read = [&](base::SourceText const& earlier) { return earlier.name == name; };
          if (std::any_of(result.begin(), result.end(), was_read)) continue;
          try {
            base::SourceText const included = base::read_source(name);
            result.push_back(included);
            find(included, above);
          } catch (base::UserError const& error) {
            diagnostics.error(tokens[n + 1].where, "`" + name + "`: " + error.diagnostics().at(0).message +
                                                       base::did_you_mean(name, neighbours(name)));
          }
        }
      };
  find(source, {});
  if (diagnostics.has_errors()) throw base::UserError(with_excerpts(diagnostics.all(), result));
  return result;
}

std::vector<base::Diagnostic> with_excerpts(std::vector<base::Diagnostic> findings,
                                            std::vector<base::SourceText> const& included) {
  for (base::Diagnostic& finding : findings)
    for (base::SourceText const& text : included)
      if (finding.excerpt.empty() && finding.where.file == text.name) finding.excerpt = text.line(finding.where.line);
  return findings;
}

std::vector<Token> tokenize_with_includes(base::SourceText const& source, std::vector<base::SourceText> const& included,
                                          base::Diagnostics& diagnostics) {
  std::function<std::vector<Token>(base::SourceText const&)> const expand = [&](base::SourceText const& text) {
    std::vector<Token> const tokens = tokenize(text, diagnostics);
    std::vector<Token> result;
    for (std::size_t n = 0; n < tokens.size(); ++n) {
      auto const is_named = [&](base::SourceText const& candidate) {
        return is_include(tokens, n) && candidate.name == path_from(text.name, tokens[n + 1].text);
      };
      auto const named_text = std::find_if(included.begin(), included.end(), is_named);
      if (named_text == included.end()) {
        result.push_back(tokens[n]);
        continue;
      }
      std::vector<Token> inner = expand(*named_text);
      inner.pop_back(); // removes the end-of-file token of the included file
      result.insert(result.end(), inner.begin(), inner.end());
      ++n; // skips the file name; the end-of-line token is not skipped
    }
    return result;
  };
  return expand(source);
}

} // namespace chemora::edl
