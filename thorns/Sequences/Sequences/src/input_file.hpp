/// The bytes of a file, plain or compressed with gzip.
#pragma once

#include "formats/byte_source.hpp"

#include <string>

namespace sequences {

class InputFile final : public ByteSource {
public:
  /// Opens the file. Its content decides whether it is compressed. `shown_name` is its name in messages. Throws
  /// chemora::base::UserError.
  InputFile(std::string const& path, std::string shown_name);
  ~InputFile() override;
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;

  std::string const& name() const override { return name_; }
  std::size_t read(char* buffer, std::size_t size) override;

  /// The read part of the file, from 0 to 1, in compressed bytes.
  double fraction() const;

private:
  std::string name_;
  void* file_ = nullptr; ///< a gzFile
  double bytes_ = 0;     ///< size of the file
};

/// The whole content of a file. Throws chemora::base::UserError if it has more than `max_bytes` bytes.
std::string read_all(ByteSource& source, std::size_t max_bytes);

} // namespace sequences
