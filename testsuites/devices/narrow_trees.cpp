#include "testsuites/devices/tree_cases.hpp"

#include <fmt/format.h>

#include <random>

namespace chemora::testing_support {

namespace {

/// Random expressions over elements of arrays of one type.
class RandomExpressions {
public:
  RandomExpressions(ir::Type type, unsigned seed) : type_(type), random_(seed) {}

  std::string value(int depth) {
    if (depth == 0) return leaf();
    std::string const a = value(depth - 1), b = value(depth - 1);
    switch (random_() % 8) {
    case 0:
      return fmt::format("add_saturated({}, {})", a, b);
    case 1:
      return fmt::format("subtract_saturated({}, {})", a, b);
    case 2:
      return fmt::format("minimum({}, {})", a, b);
    case 3:
      return fmt::format("maximum({}, {})", a, b);
    case 4:
      return fmt::format("({} + {})", a, b);
    case 5:
      return fmt::format("({} - {})", a, b);
    case 6:
      return fmt::format("select({} {} {}, {}, {})", leaf(), comparisons[random_() % 4], a, b, leaf());
    default:
      return fmt::format("{}(add_saturated(int32({}), int32({})))", to_text(type_), a, b);
    }
  }

private:
  static constexpr std::array comparisons{"<", "<=", "==", "!="};

  std::string leaf() {
    std::array const leaves{std::string("a[i]"), std::string("b[i]"), std::string("u"),
                            fmt::format("{}({})", to_text(type_), static_cast<int>(random_() % 256) - 128),
                            fmt::format("{}(other[i])", to_text(type_))};
    return leaves[random_() % leaves.size()];
  }

  ir::Type type_;
  std::mt19937 random_;
};

/// Values of one type. The array `other` has the other narrow type, and `u` is equal in all lanes.
TreeCase random_expressions(ir::Type type, int n, unsigned seed) {
  ir::Type const other = type == ir::Type::int8 ? ir::Type::int16 : ir::Type::int8;
  std::string arrays, statements;
  RandomExpressions expressions(type, seed);
  for (int k = 0; k < 10; ++k) {
    arrays += fmt::format("  array out{} {} [{}] argument\n", k, to_text(type), n);
    statements += fmt::format("    out{}[i] = {}\n", k, expressions.value(1 + k % 3));
  }
  std::string const text = fmt::format(
      "tree random {{\n  parameter int32 p\n  array a {0} [{2}] argument\n  array b {0} [{2}] argument\n"
      "  array other {1} [{2}] argument\n  array real real32 [{2}] argument\n  array number int32 [{2}] argument\n"
      "  array mixed {0} [{2}] argument\n{3}  buffer u {0} [] "
      "registers\n  u = {0}(p)\n  for i from 0 to {4} block 0 extent {2}\n{5}"
      "    real[i] = real32(a[i]) * real[i]\n"
      "    mixed[i] = select(number[i] < int32(a[i]), a[i], b[i])\n}}\n",
      to_text(type), to_text(other), n, arrays, n - 1, statements);
  return {ir::parse_loop_tree(text), {{"p", 77}}};
}

/// Lookups in tables of this type. Each table has several rows, of which one is used. The first loop sets subscripts of
/// one byte, so that the second loop computes no narrow integers unless the table has them.
TreeCase lookups(ir::Type type, int n) {
  std::string arrays, subscripts, statements;
  for (int const extent : {6, 20, 26, type == ir::Type::int8 ? 64 : 32}) {
    for (std::string const name : {"byte", "number", "picked"})
      arrays += fmt::format("  array {}{} {} [{}] argument\n", name, extent, to_text(type), n);
    arrays +=
        fmt::format("  array table{0} {1} [{0}, 3] argument layout N0,N1\n  array subscript{0} int8 [{2}] argument\n",
                    extent, to_text(type), n);
    subscripts += fmt::format("    subscript{0}[i] = int8(modulo(int32(subscript{0}[i]), {0}))\n", extent);
    statements += fmt::format("    byte{0}[i] = table{0}[int32(subscript{0}[i]), row]\n"
                              "    number{0}[i] = table{0}[modulo(3 * i + row, {0}), row]\n"
                              "    picked{0}[i] = table{0}[int32(subscript{0}[i]), modulo(i, 3)]\n",
                              extent);
  }
  std::string const loop = fmt::format("  for i from 0 to {} block 0 extent {}\n", n - 1, n);
  std::string const text =
      fmt::format("tree lookups {{\n  parameter int32 row\n{}{}{}{}{}}}\n", arrays, loop, subscripts, loop, statements);
  return {ir::parse_loop_tree(text), {{"row", 1}}};
}

/// Lookups in matrices of bytes with these numbers of rows and columns. The last one has no vector form.
TreeCase matrix_lookups(int n) {
  std::string arrays, subscripts, statements;
  for (auto const& [rows, columns] : {std::array{4, 4}, std::array{5, 8}, std::array{8, 8}, std::array{16, 8},
                                      std::array{11, 16}, std::array{24, 32}, std::array{32, 32}, std::array{7, 9}}) {
    std::string const name = fmt::format("{}x{}", rows, columns);
    arrays +=
        fmt::format("  array matrix{0} int8 [{1}, {2}] argument layout N0,N1\n  array row{0} int8 [{3}] argument\n"
                    "  array column{0} int8 [{3}] argument\n  array found{0} int8 [{3}] argument\n",
                    name, columns, rows, n);
    subscripts += fmt::format("    row{0}[i] = int8(modulo(int32(row{0}[i]), {1}))\n"
                              "    column{0}[i] = int8(modulo(int32(column{0}[i]), {2}))\n",
                              name, rows, columns);
    statements += fmt::format("    found{0}[i] = matrix{0}[int32(column{0}[i]), int32(row{0}[i])]\n", name);
  }
  std::string const loop = fmt::format("  for i from 0 to {} block 0 extent {}\n", n - 1, n);
  return {ir::parse_loop_tree("tree matrices {\n" + arrays + loop + subscripts + loop + statements + "}\n"), {}};
}

} // namespace

std::vector<TreeCase> narrow_trees() {
  std::vector<TreeCase> cases;
  cases.push_back(random_expressions(ir::Type::int8, 64, 1));
  cases.push_back(random_expressions(ir::Type::int8, 45, 2));
  cases.push_back(random_expressions(ir::Type::int16, 45, 3));
  for (ir::Type const type : {ir::Type::int8, ir::Type::int16, ir::Type::int32, ir::Type::real32, ir::Type::real64})
    cases.push_back(lookups(type, type == ir::Type::int8 ? 64 : 45));
  for (int const n : {64, 127}) cases.push_back(matrix_lookups(n));
  for (TreeCase const& c : cases) ir::verify(c.tree, "test");
  return cases;
}

} // namespace chemora::testing_support
