/// The bytes of an input file, after decompression.
#pragma once

#include <cstddef>
#include <string>

namespace sequences {

class ByteSource {
public:
  virtual ~ByteSource() = default;

  /// The name of the file, for messages.
  virtual std::string const& name() const = 0;
  /// Reads at most `size` bytes. Returns 0 only at the end of the file. Throws chemora::base::UserError if the file
  /// cannot be read or is truncated.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

} // namespace sequences
