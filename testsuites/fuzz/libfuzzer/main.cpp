// The entry point of libFuzzer for one fuzz target. The build defines CHEMORA_FUZZ_TARGET as the name of an element of
// targets().
#include "testsuites/fuzz/targets/target.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(data), size);
  for (auto const& target : chemora::fuzz::targets())
    if (std::string_view(target.name) == CHEMORA_FUZZ_TARGET) {
      target.accepts(text); // an exception ends the fuzzer, which then writes the input to disk
      return 0;
    }
  std::abort(); // the name is not in the list
}
