/// Reads sequences in the format FASTA one after another, so that a file may be larger than the memory:
///
///     >name description
///     LETTERS
///     LETTERS
#pragma once

#include "byte_source.hpp"
#include "letters.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sequences {

struct Sequence {
  std::string name{};        ///< the title up to the first white space
  std::string description{}; ///< the remainder of the title
  std::vector<std::uint8_t> letters{};
};

class FastaReader {
public:
  /// `source` and `codes` must outlive the reader.
  FastaReader(ByteSource& source, LetterCodes const& codes);

  /// Reads the next sequence. Returns false at the end of the file. Throws chemora::base::UserError with file, line and
  /// column for: a file without sequences, text before the first title, a title without a name, a sequence without
  /// letters, bytes that are no text, and letters outside of the alphabet.
  bool next(Sequence& sequence);

  long n_sequences() const { return n_sequences_; } ///< sequences read so far
  long n_letters() const { return n_letters_; }     ///< letters in these sequences
  long n_unknown() const { return n_unknown_; }     ///< characters that were replaced or skipped

private:
  bool fill();
  bool take_line(std::string& line);
  void read_title(Sequence& sequence);
  void read_letters(Sequence& sequence);
  void add_letters(Sequence& sequence, char const* begin, char const* end);
  void add_unknown(Sequence& sequence, char character, long column);
  [[noreturn]] void fail(long column, std::string const& message) const;

  ByteSource& source_;
  LetterCodes const& codes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0; ///< the unread bytes of the buffer
  long line_ = 1, column_ = 1;      ///< of the first unread byte
  long n_sequences_ = 0, n_letters_ = 0, n_unknown_ = 0;
};

} // namespace sequences
