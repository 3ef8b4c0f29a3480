// The line structure shared by the text forms of graphs, loops and plans: words separated by blanks, quoted strings,
// comments from # to the end of the line.
#pragma once

#include "framework/base/source_text.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::ir {

struct Token {
  std::string text; ///< of a quoted string: what it stands for
  bool is_quoted = false;
  base::SourcePosition where;
};

using TokenLine = std::vector<Token>;

/// The lines that are not empty. Throws base::UserError for a string that is not closed on its line.
std::vector<TokenLine> tokenize(base::SourceText const& source);

/// `text` in double quotes, with \" and \\ for these two characters.
std::string quoted(std::string_view text);

/// The whole of `text` as a number; nothing when it is none or does not fit.
std::optional<int> to_integer(std::string_view text);
std::optional<double> to_real(std::string_view text);

} // namespace chemora::ir
