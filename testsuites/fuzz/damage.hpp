// Damages a text at random, to simulate typing errors, lost bytes and failing disks.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace chemora::testing_support {

/// Returns `text` after one to four random changes. A change replaces, removes, inserts or doubles bytes, copies a
/// piece, or removes the end. The result depends only on the arguments.
inline std::string damaged(std::string text, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  auto const below = [&](std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random() % n); };
  std::string const alphabet = "%[]{}=,.:;\"'#\\-+ \n\t\0\x7f\xff"
                               "0123456789aexnifty";
  for (std::size_t n = 1 + below(4); n > 0; --n) {
    std::size_t const at = below(text.size()), length = 1 + below(8);
    switch (below(6)) {
    case 0:
      if (!text.empty()) text[at] = alphabet[below(alphabet.size())];
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, 1, alphabet[below(alphabet.size())]);
      break;
    case 3:
      text.insert(at, text.substr(at, length));
      break;
    case 4:
      text.insert(below(text.size()), text.substr(at, length));
      break;
    default:
      text.resize(at);
    }
  }
  return text;
}

} // namespace chemora::testing_support
