/// Reads the bytes of a file, which may be compressed with gzip.
#pragma once

#include "formats/byte_source.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

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
  struct Inflater;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[noreturn]] void fail(std::string const& message) const;
  void fill();
  std::size_t inflate_to(char* buffer, std::size_t size);

  std::string name_;
  std::unique_ptr<std::FILE, Close> file_{};
  std::unique_ptr<Inflater> inflater_{}; ///< null for plain files
  std::vector<char> buffer_{};           ///< bytes of the file
  std::size_t begin_ = 0, n_buffered_ = 0;
  long n_members_ = 0; ///< members of the gzip file that were decompressed
  double bytes_ = 0;   ///< size of the file
  double n_read_ = 0;  ///< bytes that were read
};

/// The whole content of a file. Throws chemora::base::UserError if it has more than `max_bytes` bytes.
std::string read_all(ByteSource& source, std::size_t max_bytes);

} // namespace sequences
