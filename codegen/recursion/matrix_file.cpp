/// Files of substitution matrices in the format of NCBI.
#include "codegen/recursion/inputs.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

namespace chemora::recursion {

namespace {

/// The words of a line without its comment, which starts with `#`.
std::vector<base::Word> words_of(std::string const& line) {
  std::vector<base::Word> words = base::words_of(line, " \t\r,");
  auto const comment = std::ranges::find_if(words, [](base::Word const& word) { return word.text.starts_with('#'); });
  words.erase(comment, words.end());
  return words;
}

class MatrixReader {
public:
  MatrixReader(base::SourceText const& source, std::string const& name, Alphabet const& alphabet)
      : source_(source), alphabet_(alphabet), diagnostics_(&source) {
    matrix_ = {name, alphabet.name, std::vector<double>(alphabet.letters.size() * alphabet.letters.size())};
  }

  Matrix read() {
    for (std::string const& line : source_.lines()) {
      ++line_;
      std::vector<base::Word> const words = words_of(line);
      if (words.empty()) continue;
      if (columns_.empty())
        add_columns(words);
      else
        add_row(words);
    }
    check_letters();
    diagnostics_.throw_if_errors();
    return std::move(matrix_);
  }

private:
  void error(int column, std::string const& message) { diagnostics_.error({source_.name, line_, column}, message); }

  std::optional<int> letter(base::Word const& word) {
    if (word.text.size() == 1) return alphabet_.code(word.text[0]);
    error(word.column,
          fmt::format("`{}` is not a letter; rows and columns begin with one letter.", word.text.substr(0, max_word)));
    return std::nullopt;
  }

  void add_columns(std::vector<base::Word> const& words) {
    columns_line_ = line_;
    std::set<int> codes;
    for (base::Word const& word : words) {
      std::optional<int> const code = letter(word);
      if (code && !codes.insert(*code).second)
        error(word.column, fmt::format("The column `{}` is repeated.", word.text));
      columns_.push_back(code);
    }
  }

  void add_row(std::vector<base::Word> const& words) {
    std::optional<int> const row = letter(words[0]);
    if (row && !rows_.insert(*row).second)
      error(words[0].column, fmt::format("The row `{}` is repeated.", words[0].text));
    if (words.size() != columns_.size() + 1)
      return error(words[0].column, fmt::format("The row has {} numbers; the matrix has {} columns.", words.size() - 1,
                                                columns_.size()));
    std::size_t const n_letters = alphabet_.letters.size();
    for (std::size_t n = 0; n < columns_.size(); ++n) {
      int const value = number(words[n + 1]);
      if (row && columns_[n])
        matrix_.values[static_cast<std::size_t>(*row) * n_letters + static_cast<std::size_t>(*columns_[n])] = value;
    }
  }

  int number(base::Word const& word) {
    int value = 0;
    char const* const end = word.text.data() + word.text.size();
    char const* const begin = word.text.data() + (word.text.starts_with('+') ? 1 : 0);
    auto const [stop, failure] = std::from_chars(begin, end, value);
    constexpr int max_score = 1000000;
    if (failure != std::errc() || stop != end || value > max_score || value < -max_score)
      error(word.column,
            fmt::format("`{}` is not an integer between -1000000 and 1000000.", word.text.substr(0, max_word)));
    return value;
  }

  void check_letters() {
    int const last_line = std::max(line_, 1);
    line_ = last_line;
    if (columns_.empty())
      return error(1, "The file has no line with the letters of the columns. Expected a matrix in the format of NCBI.");
    for (std::size_t n = 0; n < alphabet_.letters.size(); ++n) {
      int const code = static_cast<int>(n);
      bool const has_column = base::contains(columns_, std::optional(code));
      line_ = has_column ? last_line : columns_line_;
      if (!has_column || !rows_.contains(code))
        error(1, fmt::format("The matrix has no {} for the letter `{}` of the alphabet `{}`.",
                             has_column ? "row" : "column", alphabet_.letters[n], alphabet_.name));
    }
  }

  static constexpr std::size_t max_word = 20;

  base::SourceText const& source_;
  Alphabet const& alphabet_;
  base::Diagnostics diagnostics_;
  Matrix matrix_{};
  std::vector<std::optional<int>> columns_{};
  std::set<int> rows_{};
  int line_ = 0, columns_line_ = 0;
};

} // namespace

Matrix read_matrix(base::SourceText const& source, std::string const& name, Alphabet const& alphabet) {
  return MatrixReader(source, name, alphabet).read();
}

} // namespace chemora::recursion
