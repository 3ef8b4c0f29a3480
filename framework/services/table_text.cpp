/// Reads tables from text such as `order=3 name="a b" size={1 2 3}`.
#include "framework/services/key_value_table.hpp"

#include "framework/include/cctk_Constants.h"
#include "framework/include/util_ErrorCodes.h"

#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

namespace chemora::services {

namespace {

template <class T>
TableValue array_of(int type_code, std::vector<T> const& elements) {
  TableValue value{type_code, static_cast<int>(elements.size()), std::vector<std::byte>(elements.size() * sizeof(T))};
  if (!elements.empty()) std::memcpy(value.bytes.data(), elements.data(), value.bytes.size());
  return value;
}

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }

  std::optional<std::string> key() {
    std::string key(word("="));
    skip_blanks();
    if (!take('=')) return std::nullopt;
    return key;
  }

  /// Reads a value; returns 0 or an error code.
  int value(TableValue& value) {
    skip_blanks();
    if (at_ == text_.size()) return UTIL_ERROR_BAD_INPUT;
    if (take('"')) return escaped_string(value);
    if (take('\'')) return plain_string(value);
    if (take('{')) return array_value(value);
    return numbers({std::string(word(""))}, value);
  }

private:
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view word(std::string_view delimiters) {
    skip_blanks();
    std::size_t const first = at_;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_])) &&
           delimiters.find(text_[at_]) == std::string_view::npos)
      ++at_;
    return text_.substr(first, at_ - first);
  }

  /// Returns the text before the delimiter and moves past the delimiter. The result is empty if the delimiter is
  /// missing.
  std::optional<std::string_view> up_to(char delimiter) {
    std::size_t const end = text_.find(delimiter, at_);
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view const contents = text_.substr(at_, end - at_);
    at_ = end + 1;
    return contents;
  }

  int plain_string(TableValue& value) {
    auto const contents = up_to('\'');
    if (!contents) return UTIL_ERROR_BAD_INPUT;
    value = array_of(CCTK_VARIABLE_CHAR, std::vector<char>(contents->begin(), contents->end()));
    return 0;
  }

  /// Replaces escape sequences as in C.
  int escaped_string(TableValue& value) {
    static constexpr std::string_view codes = "abfnrtv\\'\"?", characters = "\a\b\f\n\r\t\v\\'\"?";
    std::vector<char> contents;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (!take('\\')) {
        contents.push_back(text_[at_++]);
        continue;
      }
      std::size_t const code = at_ < text_.size() ? codes.find(text_[at_++]) : std::string_view::npos;
      if (code == std::string_view::npos) return UTIL_ERROR_BAD_INPUT;
      contents.push_back(characters[code]);
    }
    if (!take('"')) return UTIL_ERROR_BAD_INPUT;
    value = array_of(CCTK_VARIABLE_CHAR, contents);
    return 0;
  }

  int array_value(TableValue& value) {
    auto const contents = up_to('}');
    if (!contents) return UTIL_ERROR_BAD_INPUT;
    std::vector<std::string> words;
    for (Reader inside(*contents); !inside.at_end();) words.emplace_back(inside.word(""));
    return numbers(words, value);
  }

  template <class T>
  static bool read(std::string const& word, T& number) {
    char const* first = word.data() + (word.size() > 1 && word[0] == '+' ? 1 : 0);
    char const* const last = word.data() + word.size();
    auto const [end, error] = std::from_chars(first, last, number);
    return error == std::errc() && end == last;
  }

  /// Reads integers if all words are integers, otherwise reals.
  static int numbers(std::vector<std::string> const& words, TableValue& value) {
    std::vector<CCTK_INT> integers;
    std::vector<CCTK_REAL> reals;
    for (std::string const& word : words) {
      CCTK_INT integer;
      CCTK_REAL real;
      if (read(word, integer))
        integers.push_back(integer);
      else if (read(word, real))
        reals.push_back(real);
      else
        return UTIL_ERROR_BAD_INPUT;
    }
    if (!integers.empty() && !reals.empty()) return UTIL_ERROR_TABLE_NO_MIXED_TYPE_ARRAY;
    value = reals.empty() ? array_of(CCTK_VARIABLE_INT, integers) : array_of(CCTK_VARIABLE_REAL, reals);
    return 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

int set_from_text(KeyValueTable& table, std::string const& text) {
  KeyValueTable changed = table;
  Reader reader(text);
  int n_set = 0;
  while (!reader.at_end()) {
    auto const key = reader.key();
    if (!key) return UTIL_ERROR_BAD_INPUT;
    TableValue value;
    if (int const error = reader.value(value)) return error;
    if (!is_key(key->c_str())) return UTIL_ERROR_TABLE_BAD_KEY;
    changed.set(*key, std::move(value));
    ++n_set;
  }
  table = std::move(changed);
  return n_set;
}

} // namespace chemora::services
