// Writes values that the test compares to a file, because standard output also contains messages of other processes.
#pragma once

#include <cstdio>

namespace test_interp {

// The file values.txt in the folder of the run, opened for appending.
class ValuesFile {
public:
  ValuesFile() : file_(std::fopen("values.txt", "a")) {}
  ~ValuesFile() { std::fclose(file_); }
  ValuesFile(ValuesFile const&) = delete;
  ValuesFile& operator=(ValuesFile const&) = delete;

  operator std::FILE*() const { return file_; }

private:
  std::FILE* file_;
};

} // namespace test_interp
