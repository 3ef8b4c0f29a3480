// Included texts keep their names, so that messages point into them.
#include "codegen/edl/include.hpp"

#include "codegen/edl/lexer.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

namespace chemora::edl {

namespace {

/// The place of `include "FILE"` tokens: word, string, end of line, at the start of a line.
bool is_include(std::vector<Token> const& tokens, std::size_t at) {
  bool const starts_line = at == 0 || tokens[at - 1].kind == TokenKind::end_of_line;
  return starts_line && at + 2 < tokens.size() && tokens[at].kind == TokenKind::word && tokens[at].text == "include" &&
         tokens[at].suffixes.empty() && tokens[at + 1].kind == TokenKind::string &&
         tokens[at + 2].kind == TokenKind::end_of_line;
}

std::string path_from(std::string const& including, std::string const& named) {
  return (std::filesystem::path(including).parent_path() / named).lexically_normal().string();
}

/// The files through which `name` comes back to itself, for messages.
std::string way(std::vector<std::string> const& above, std::string const& name) {
  std::string text;
  for (auto file = std::find(above.begin(), above.end(), name) + 1; file != above.end(); ++file)
    text += (text.empty() ? ", by way of `" : ", `") + *file + "`";
  return text;
}

/// The files beside `name`, spelled as it is.
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
        for (std::size_t at = 0; at < tokens.size(); ++at) {
          if (!is_include(tokens, at)) continue;
          std::string const name = path_from(text.name, tokens[at + 1].text);
          if (std::find(above.begin(), above.end(), name) != above.end()) {
            diagnostics.error(tokens[at].where, "`" + name + "` includes itself here" + way(above, name) + ".");
            continue;
          }
          auto const is_known = [&](base::SourceText const& other) { return other.name == name; };
          if (std::any_of(result.begin(), result.end(), is_known)) continue;
          try {
            base::SourceText const included = base::read_source(name);
            result.push_back(included);
            find(included, above);
          } catch (base::UserError const& error) {
            diagnostics.error(tokens[at + 1].where, "`" + name + "`: " + error.diagnostics().at(0).message +
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
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      auto const named = [&](base::SourceText const& other) {
        return is_include(tokens, at) && other.name == path_from(text.name, tokens[at + 1].text);
      };
      auto const part_of = std::find_if(included.begin(), included.end(), named);
      if (part_of == included.end()) {
        result.push_back(tokens[at]);
        continue;
      }
      std::vector<Token> part = expand(*part_of);
      part.pop_back(); // its end of file
      result.insert(result.end(), part.begin(), part.end());
      ++at; // the name; the end of the line stays
    }
    return result;
  };
  return expand(source);
}

} // namespace chemora::edl
