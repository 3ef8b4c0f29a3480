#include "fasta.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <cstring>

namespace sequences {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf"; ///< some editors begin files with it
constexpr std::size_t max_title = 100'000;                   ///< bytes of a title; longer lines are no titles
constexpr std::size_t max_letters = 2'000'000'000;           ///< of a sequence: positions are int32 in kernels

/// Whether a byte occurs in text files: printable characters, white space, and bytes of UTF-8.
bool is_text(char character) {
  auto const byte = static_cast<unsigned char>(character);
  return byte >= 0x20 ? byte != 0x7f : (byte >= '\t' && byte <= '\r');
}

} // namespace

FastaReader::FastaReader(ByteSource& source, LetterCodes const& codes)
    : source_(source), codes_(codes), buffer_(buffer_size) {}

void FastaReader::fail(long column, std::string const& message) const {
  throw chemora::base::UserError({source_.name(), static_cast<int>(line_), static_cast<int>(column)}, message);
}

/// Makes at least one unread byte available. Returns false at the end of the file.
bool FastaReader::fill() {
  if (begin_ < end_) return true;
  begin_ = 0;
  end_ = source_.read(buffer_.data(), buffer_.size());
  return end_ > 0;
}

/// Moves past the end of the line and appends the line to `line`.
bool FastaReader::take_line(std::string& line) {
  while (fill()) {
    char const* const start = buffer_.data() + begin_;
    auto const* const newline = static_cast<char const*>(std::memchr(start, '\n', end_ - begin_));
    char const* const stop = newline ? newline : buffer_.data() + end_;
    line.append(start, stop);
    if (line.size() > max_title)
      fail(1, "This line has more than " + std::to_string(max_title) +
                  " bytes. Expected a title `>name description`. Is it a FASTA file?");
    begin_ += static_cast<std::size_t>(stop - start);
    if (!newline) continue;
    ++begin_;
    return true;
  }
  return false;
}

void FastaReader::read_title(Sequence& sequence) {
  std::string title;
  take_line(title);
  if (!title.empty() && title.back() == '\r') title.pop_back();
  auto const binary = std::find_if_not(title.begin(), title.end(), is_text);
  if (binary != title.end())
    fail(binary - title.begin() + 1, "Found " + printable(*binary) +
                                         " in a title. A FASTA file is a text file, or a "
                                         "text file compressed with gzip.");
  auto const is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  auto const blank = std::find_if(title.begin(), title.end(), is_blank);
  sequence.name.assign(title.begin() + 1, std::max(title.begin() + 1, blank));
  if (sequence.name.empty()) fail(1, "This title has no name. Expected `>name description`.");
  auto const description = std::find_if_not(blank, title.end(), is_blank);
  sequence.description.assign(description, title.end());
  ++line_;
  column_ = 1;
}

void FastaReader::add_unknown(Sequence& sequence, char character, long column) {
  if (!is_text(character))
    fail(column, "Found " + printable(character) + " in sequence `" + sequence.name +
                     "`. A FASTA file is a text file, or a text file compressed with gzip.");
  if (codes_.policy() == UnknownLetters::error)
    fail(column, "Found " + printable(character) + " in sequence `" + sequence.name +
                     "`, which is not a letter of the alphabet " + codes_.alphabet() + ". Allowed: " +
                     codes_.letters() + ". Set Sequences::unknown_letters to `replace` or `skip` to accept it.");
  ++n_unknown_;
  if (codes_.policy() == UnknownLetters::replace) sequence.letters.push_back(codes_.replacement());
}

/// Adds the characters of one line or a part of it.
void FastaReader::add_letters(Sequence& sequence, char const* begin, char const* end) {
  if (sequence.letters.size() + static_cast<std::size_t>(end - begin) > max_letters)
    fail(1, "Sequence `" + sequence.name + "` has more than " + std::to_string(max_letters) +
                " letters. Split it into overlapping parts.");
  std::size_t const size = sequence.letters.size();
  sequence.letters.resize(size + static_cast<std::size_t>(end - begin));
  std::uint8_t* const letters = sequence.letters.data() + size;
  std::size_t n = 0;
  char const* character = begin;
  for (; character < end; ++character) {
    std::uint8_t const code = codes_[*character];
    if (code >= LetterCodes::separator) break;
    letters[n++] = code;
  }
  sequence.letters.resize(size + n);
  for (; character < end; ++character) {
    std::uint8_t const code = codes_[*character];
    if (code == LetterCodes::unknown)
      add_unknown(sequence, *character, column_ + (character - begin));
    else if (code != LetterCodes::separator)
      sequence.letters.push_back(code);
  }
  column_ += end - begin;
}

void FastaReader::read_letters(Sequence& sequence) {
  sequence.letters.clear();
  while (fill()) {
    char const* const start = buffer_.data() + begin_;
    if (column_ == 1 && *start == '>') break;
    auto const* const newline = static_cast<char const*>(std::memchr(start, '\n', end_ - begin_));
    char const* const stop = newline ? newline : buffer_.data() + end_;
    add_letters(sequence, start, stop);
    begin_ += static_cast<std::size_t>(stop - start);
    if (!newline) continue;
    ++begin_;
    ++line_;
    column_ = 1;
  }
}

bool FastaReader::next(Sequence& sequence) {
  if (n_sequences_ == 0 && fill() &&
      std::string_view(buffer_.data() + begin_, end_ - begin_).starts_with(byte_order_mark))
    begin_ += byte_order_mark.size();
  while (fill() && codes_[buffer_[begin_]] == LetterCodes::separator) { // empty lines before the first title
    if (buffer_[begin_++] == '\n') ++line_;
  }
  if (!fill()) {
    if (n_sequences_ == 0)
      fail(1, "This file contains no sequences. Expected the format FASTA: a title `>name`, then lines of letters.");
    return false;
  }
  if (buffer_[begin_] != '>')
    fail(1, "Found " + printable(buffer_[begin_]) +
                ", expected a title `>name`. The file is not in the format FASTA (plain or compressed with gzip).");
  long const title_line = line_;
  read_title(sequence);
  read_letters(sequence);
  if (sequence.letters.empty()) {
    line_ = title_line;
    fail(1, "Sequence `" + sequence.name + "` has no letters. Remove its title, or complete the file.");
  }
  ++n_sequences_;
  n_letters_ += static_cast<long>(sequence.letters.size());
  return true;
}

} // namespace sequences
