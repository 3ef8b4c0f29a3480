// Values for the test to compare, in a file: standard output mixes with what other processes say.
#pragma once

#include <cstdio>

namespace test_interp {

// values.txt in the folder of the run, open for adding lines.
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
