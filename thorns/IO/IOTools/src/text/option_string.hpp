// The language of *_vars parameters: names with options, as in "wave::u{out_every=4 reductions='norm2'} wave::rho".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iotools {

/// What one name of a *_vars parameter may ask for; what is not set follows the parameters of the output method.
struct Options {
  std::optional<int> out_every;
  std::optional<double> out_dt;
  std::optional<std::string> reductions; ///< names separated by blanks
  std::optional<int> compression_level;  ///< 0 to 9

  bool operator==(Options const&) const = default;
};

/// One name with its options, as written.
struct Item {
  std::string name;
  Options options;
};

/// Reads the whole text. Every mistake becomes one sentence in `errors`; the names without mistakes are returned.
std::vector<Item> parse_items(std::string_view text, std::vector<std::string>& errors);

/// The words of a text, separated by blanks.
std::vector<std::string> words(std::string_view text);

} // namespace iotools
