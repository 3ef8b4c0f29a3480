// Damaged texts of graphs and loops are parsed, or rejected with a position.
#include "codegen/ir/loops.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/random_graph.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;

/// Returns `text` with one random change. The change replaces, removes or doubles a character, or removes or doubles a
/// line.
std::string damaged(std::string text, std::uint64_t seed) {
  if (text.empty()) return "\n"; // the whole text is cut off
  std::uint64_t const hash = (seed + 1) * 0x9e3779b97f4a7c15u;
  std::size_t const at = (hash >> 20) % text.size();
  std::size_t const line = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
  std::size_t const length = text.find('\n', at) - line + 1;
  static std::string const characters = "%[]{}\"\\#-+*,:. 0123456789axyz\n\t\x01\xff";
  switch (hash >> 60) {
  case 0:
  case 1:
    return text.erase(line, length);
  case 2:
    return text.insert(line, text.substr(line, length));
  case 3:
    return text.erase(at, 1);
  case 4:
    return text.insert(at, 1, text[at]);
  case 5:
    return text.substr(0, at);
  default:
    text[at] = characters[(hash >> 8) % characters.size()];
    return text;
  }
}

template <typename Parse>
void expect_parsed_or_refused(std::string const& text, Parse parse) {
  int n_refused = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    std::string const wrong = damaged(damaged(text, seed), seed * 7 + 3);
    try {
      auto const result = parse(wrong, "damaged");
      EXPECT_EQ(parse(to_text(result), "again"), result) << wrong;
    } catch (base::UserError const& error) {
      ++n_refused;
      EXPECT_EQ(std::string(error.what()).find("damaged:"), 0u) << error.what();
    }
  }
  EXPECT_GT(n_refused, 500);
}

TEST(DamagedText, OfGraphsIsParsedOrRejected) {
  for (std::uint64_t seed : {1, 2})
    expect_parsed_or_refused(to_text(testing_support::random_graph({.seed = seed, .n_values = 10})), ir::parse_graph);
}

TEST(DamagedText, OfLoopsIsParsedOrRejected) {
  expect_parsed_or_refused("loops k {\n  grid 3\n  allocated 67 9 4\n  param real64 A\n  in rho v[0]\n  out o\n"
                           "  real64 %1 = parameter A\n  for tiles z step 8 threads\n    for z\n      for y\n"
                           "        for x vector 4\n          real64 %3 = load rho[x-1,y,z+2]\n"
                           "          real64 %4 = load v[0][2*x-y+1,0,-z]\n          real64 %5 = fma %3 %4 %1\n"
                           "          store o[x,y,z] %5\n}\n",
                           ir::parse_loops);
}

} // namespace
