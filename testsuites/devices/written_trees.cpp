#include "testsuites/devices/tree_cases.hpp"

#include <fmt/format.h>

namespace chemora::testing_support {

namespace {

TreeCase tree(std::string const& text, std::map<std::string, double> const& parameters) {
  ir::LoopTree parsed = ir::parse_loop_tree(text);
  ir::verify(parsed, "test");
  return {parsed, parameters};
}

/// Products of a matrix with the columns of elements. The tile holds scaled columns.
constexpr char const* columns = R"(tree columns {
  parameter int32 Ne
  array D real64 [8, 8] argument layout N0,N1
  array q real64 [8, 8, Ne] argument layout N0,N1,N2
  array out real64 [8, 8, Ne] argument layout N0,N1,N2
  buffer f real64 [8, 8] tile layout N0,N1 copies e
  buffer s real64 [] registers copies e, i, j
  for e from 0 to Ne - 1 blocks 0
    for j from 0 to 7 block 1 extent 8
      for i from 0 to 7 block 0 extent 8
        f[i, j] = q[i, j, e] * 2.0
        s = q[j, i, e]
    barrier tile
    for j from 0 to 7 block 1 extent 8
      for i from 0 to 7 block 0 extent 8
        for n from 0 to 7
          s = s + D[i, n] * f[n, j]
        out[i, j, e] = out[i, j, e] + s
}
)";

/// Extents that are no multiples of a vector, and strides that depend on parameters.
constexpr char const* any_extent = R"(tree any_extent {
  parameter int32 m
  parameter int32 n
  array a real32 [m, n] argument layout N1,N0
  array b real32 [n, m] argument layout N1,N0
  array c real32 [m, n] argument layout N0,N1
  for k from 0 to n - 1 blocks 1
    for i from 0 to m - 1 block 0 extent 32
      c[i, k] = a[i, k] * b[k, i] - c[i, k]
      b[k, i] = a[i, k]
}
)";

/// Loops whose bounds depend on a thread, or on a value in memory.
constexpr char const* triangles = R"(tree triangles {
  parameter int32 n
  array a real64 [20, 20] argument layout N0,N1
  array x real64 [20] argument layout N0
  array y real64 [20] argument layout N0
  array z real64 [20] argument layout N0
  array length int32 [20] argument layout N0
  buffer l int32 [] registers copies i
  buffer s real64 [] registers copies i
  for i from 0 to n - 1 block 0 extent 20
    s = 0.0
    for k from 0 to i
      s = s + a[i, k] * x[k]
    y[i] = s
    for k from i to n - 1 step 3
      y[i] = y[i] - a[k, i]
    l = length[i]
    s = 1.0
    for k from 0 to l
      s = s * a[k, i]
    z[i] = s
}
)";

constexpr char const* conditions = R"(tree conditions {
  parameter int32 n
  parameter real64 limit
  parameter boolean is_on
  array a real64 [33] argument layout N0
  array b real64 [33] argument layout N0
  array mask boolean [33] argument layout N0
  buffer t real64 [] registers copies i
  for i from 0 to n - 1 block 0 extent 33
    t = a[i]
    if a[i] < limit and not mask[i]
      t = t * 2.0
      b[i] = t
    if is_on
      t = t + 1.0
    if i <= 5 or i == 7
      t = -t
      for k from 0 to 3
        if k < i
          t = t + a[k]
    b[i] = b[i] + t
    mask[i] = b[i] < 0.25
}
)";

/// Iterations that end at different times in the lanes, with conditions inside conditions and a value of another type.
constexpr char const* iterations = R"(tree iterations {
  parameter int32 n
  parameter real64 limit
  array a real64 [33] argument layout N0
  array b real64 [33] argument layout N0
  array counts int32 [33] argument layout N0
  array length int32 [20] argument layout N0
  buffer holds boolean [] registers copies i
  buffer x real64 [] registers copies i
  buffer y real64 [] registers copies i
  buffer count int32 [] registers copies i
  for i from 0 to n - 1 block 0 extent 33
    x = a[i]
    y = b[i]
    count = 0
    holds = true
    for k from 0 to 40
      if holds
        holds = x * x < 4.0 + limit
      if holds
        y = x * 1.25 + b[i]
        count = count + 1
        if y < 0.5
          x = x + real64(length[3])
          if x < limit
            x = -x
        if not y < 0.5
          x = x * y + 0.01
    b[i] = x + y
    counts[i] = count
}
)";

/// Subscripts from memory. The stores do not conflict, because the subscripts of `order` are distinct.
constexpr char const* indirect = R"(tree indirect {
  array order int32 [8] argument layout N0
  array a real64 [8, 8] argument layout N0,N1
  array b real64 [8, 8] argument layout N0,N1
  array c real64 [8] argument layout N0
  for j from 0 to 7 block 1 extent 8
    for i from 0 to 7 block 0 extent 8
      b[i, j] = a[order[i], j] + a[order[j], i]
  barrier tile
  for i from 0 to 7
    c[order[i]] = c[order[i]] + a[i, order[i]]
}
)";

constexpr char const* mixed_types = R"(tree mixed_types {
  array a real32 [19] argument layout N0
  array b real64 [19] argument layout N0
  array c int32 [19] argument layout N0
  array d real64 [19] argument layout N0
  for i from 0 to 18 vector extent 19
    d[i] = real64(a[i]) + b[i] * real64(c[i] * i - 3)
    a[i] = real32(b[i]) * 0.5f + real32(i)
    c[i] = minimum(c[i] + 2147483647, i * c[i])
}
)";

constexpr char const* phases = R"(tree phases {
  parameter int32 n
  array a real64 [n, 6] argument layout N0,N1
  array b real64 [6, n] argument layout N0,N1
  buffer g real64 [n, 6] grid layout N1,N0
  for j from 0 to 5 blocks 0
    for i from 0 to n - 1 block 0 extent 24
      g[i, j] = a[i, j] * 3.0
  barrier grid
  for i from 0 to n - 1 blocks 0
    for j from 0 to 5 block 0 extent 6
      b[j, i] = g[i, 5 - j]
  barrier grid
  b[0, 0] = b[0, 0] + g[1, 1]
}
)";

constexpr char const* mappings = R"(tree mappings {
  parameter int32 n
  array a real64 [4, 3, n] argument layout N0,N1,N2
  array b real64 [4, 3, n] argument layout vec,N0,N1
  buffer kept real64 [4] registers layout N0 copies e, i
  buffer s real64 [] registers copies e, i, k
  for e from 0 to n - 1 threads
    for i from 0 to 2
      for k from 0 to 3 unrolled extent 4
        kept[k] = a[k, i, e]
      for k from 0 to 3 interleaved extent 4
        s = kept[k] * 2.0
        for r from 0 to 3
          s = s + kept[r]
        a[k, i, e] = s
      for f from 0 to 3 vector extent 4
        b[f, i, e] = b[f, i, e] + kept[f]
}
)";

/// Interleaved and unrolled loops around loops and conditions, inside loops over threads.
constexpr char const* unrolled = R"(tree unrolled {
  parameter int32 n
  array a real64 [16, 5, n] argument layout N0,N1,N2
  array b real64 [16, 5, n] argument layout N0,N1,N2
  buffer s real64 [] registers copies e, i, k
  buffer t real64 [2] registers layout N0 copies e, i, k
  buffer x real64 [5] registers layout N0 copies e, i
  for e from 0 to n - 1 blocks 0
    for i from 0 to 15 block 0 extent 16
      for k from 0 to 4 interleaved extent 5
        s = a[i, k, e]
        for r from 0 to 3
          if r < k
            s = s * a[i, r, e]
          if r < e
            t[modulo(r, 2)] = s
        t[1] = s + real64(k)
        x[k] = t[1] - 1.0
      for k2 from 0 to 4 unrolled extent 5
        for k3 from k2 to min(4, k2 + e + 1) unrolled extent 5
          x[k2] = x[k2] + x[k3]
        b[i, k2, e] = x[k2]
}
)";

/// Nodes outside of the loops over threads, tiles that share their storage, and several axes of blocks.
constexpr char const* outside = R"(tree outside {
  parameter int32 n
  array a real64 [10, 3, n] argument layout N0,N1,N2
  array b real64 [10, 3, n] argument layout N0,N1,N2
  array sums real64 [3, n] argument layout N0,N1
  buffer u real64 [10] tile layout N0 copies e, j storage shared
  buffer v real32 [12] tile layout N0 copies e, j storage shared
  buffer t real64 [] registers copies e, j
  buffer w real32 [] registers copies e, j, i
  for e from 0 to n - 1 blocks 1
    for j from 0 to 2 blocks 0
      t = a[0, j, e]
      for i from 0 to 9 block 0 extent 10
        u[i] = a[i, j, e] * t
      barrier tile
      for i from 0 to 9 block 0 extent 10
        b[i, j, e] = u[9 - i] - t
        w = real32(u[i])
      sums[j, e] = sums[j, e] + t
      barrier tile
      for i from 0 to 9 block 0 extent 10
        v[i] = w * 2.0f
      barrier tile
      for i from 0 to 9 block 0 extent 10
        a[i, j, e] = real64(v[9 - i])
}
)";

/// Private arrays: of vectors, and across a barrier.
constexpr char const* private_arrays = R"(tree private_arrays {
  parameter int32 n
  array a real32 [9, 4, n] argument layout N0,N1,N2
  array b real32 [9, 4, n] argument layout N0,N1,N2
  buffer p real32 [4] registers layout N0 copies e, i
  buffer q real32 [2, 2] registers layout N0,N1 copies e, i
  buffer r real32 [4] registers layout N0 copies e, i
  for e from 0 to n - 1 blocks 0
    for i from 0 to 8 block 0 extent 9
      for k from 0 to 3
        p[k] = a[i, k, e]
        q[1, 0] = p[k] * 2.0f
        q[0, 1] = p[k] + 1.0f
        r[k] = q[1, 0] - q[0, 1]
    barrier tile
    for i from 0 to 8 block 0 extent 9
      for k from 0 to 3
        b[i, k, e] = r[3 - k] * p[k]
}
)";

/// Temporaries of scope tile without axes, of which each thread has a copy.
constexpr char const* tile_scalars = R"(tree tile_scalars {
  parameter int32 n
  array a real64 [9, n] argument layout N0,N1
  array b real64 [9, n] argument layout N0,N1
  buffer s real64 [] tile copies e, i
  buffer t real64 [] tile copies e, i
  for e from 0 to n - 1 blocks 0
    for i from 0 to 8 block 0 extent 9
      s = a[i, e] * 2.0
      t = s + 1.0
      if t < 2.0
        t = t - s
    barrier tile
    for i from 0 to 8 block 0 extent 9
      b[i, e] = t
}
)";

/// An unrolled and an interleaved loop without iterations. Only they write to an argument.
constexpr char const* no_iterations = R"(tree no_iterations {
  array a real64 [9] argument layout N0
  array b real64 [9] argument layout N0
  array c real64 [9] argument layout N0
  for i from 0 to 8
    c[i] = a[i] + b[8 - i]
  for j from 0 to -2 unrolled extent 1
    a[j] = 1.0
  for k from 0 to -1 interleaved extent 1
    b[k] = 2.0
}
)";

constexpr char const* large_tile = R"(tree large_tile {
  parameter int32 n
  array a real64 [n] argument layout N0
  array b real64 [n] argument layout N0
  buffer t real64 [n] tile layout N0 copies e
  for e from 0 to 0 blocks 0
    for i from 0 to n - 1 block 0 extent 1024
      t[i] = a[i]
    barrier tile
    for i from 0 to n - 1 block 0 extent 1024
      b[i] = t[n - 1 - i]
}
)";

} // namespace

TreeCase tree_with_large_tile() { return tree(large_tile, {{"n", 999}}); }

std::vector<TreeCase> written_trees() {
  std::vector<TreeCase> cases;
  for (int const n : {1, 5}) cases.push_back(tree(columns, {{"Ne", n}}));
  for (int const m : {3, 8, 29, 32}) cases.push_back(tree(any_extent, {{"m", m}, {"n", 5}}));
  for (int const n : {1, 7, 20}) cases.push_back(tree(triangles, {{"n", n}}));
  for (int const is_on : {0, 1}) cases.push_back(tree(conditions, {{"n", 33}, {"limit", 0.3}, {"is_on", is_on}}));
  for (int const n : {1, 6, 33}) cases.push_back(tree(iterations, {{"n", n}, {"limit", 0.3}}));
  for (char const* text : {indirect, mixed_types, no_iterations}) cases.push_back(tree(text, {}));
  for (char const* text : {phases, mappings, unrolled, outside, private_arrays, tile_scalars})
    for (int const n : {2, 7}) cases.push_back(tree(text, {{"n", n}}));
  return cases;
}

namespace {

/// Returns a tree that stores each expression over a[i] and b[i] to an array of its own.
TreeCase pointwise(ir::Type type, std::vector<std::string> const& expressions) {
  auto const name = ir::to_text(type);
  std::string arrays, statements;
  for (std::size_t n = 0; n < expressions.size(); ++n) {
    arrays += fmt::format("  array out{} {} [45] argument layout N0\n", n, name);
    statements += fmt::format("    out{}[i] = {}\n", n, expressions[n]);
  }
  return tree(
      fmt::format("tree pointwise {{\n  array a {0} [45] argument layout N0\n  array b {0} [45] argument layout "
                  "N0\n{1}  for i from 0 to 44 block 0 extent 45\n{2}}}\n",
                  name, arrays, statements),
      {});
}

} // namespace

TreeCase tree_with_functions(ir::Type real) {
  std::vector<std::string> expressions;
  for (ir::OpInfo const& row : ir::all_operations())
    if (row.is_transcendental())
      expressions.push_back(fmt::format("{}(a[i]{})", row.name, row.arity == 2 ? ", b[i]" : ""));
  return pointwise(real, expressions);
}

TreeCase tree_with_operations(ir::Type type) {
  if (ir::is_narrow(type))
    return pointwise(type, {"add_saturated(a[i], b[i])", "subtract_saturated(a[i], b[i])", "minimum(a[i], b[i])",
                            "maximum(a[i], b[i])", "select(a[i] < b[i] or b[i] == a[i], a[i], b[i])"});
  std::vector<std::string> expressions{"a[i] + b[i]",
                                       "a[i] - b[i] * a[i]",
                                       "-a[i]",
                                       "minimum(a[i], b[i])",
                                       "maximum(a[i], b[i])",
                                       "absolute(a[i] - b[i])",
                                       "select(a[i] < b[i] or a[i] == b[i] and not b[i] <= a[i], a[i], b[i])"};
  if (type == ir::Type::int32)
    for (char const* text : {"floor_divide(a[i] - 5, b[i] + 1)", "modulo(a[i] - 5, b[i] + 1)", "modulo(a[i], -3)",
                             "add_saturated(a[i] * 700000000, b[i] * -600000000)",
                             "subtract_saturated(a[i] * 700000000, b[i] * -600000000)"})
      expressions.emplace_back(text);
  if (ir::is_real(type))
    for (char const* text :
         {"a[i] / b[i]", "fma(a[i], b[i], a[i])", "sqrt(a[i])", "cbrt(a[i] - b[i])", "floor(a[i] + b[i])"})
      expressions.emplace_back(text);
  return pointwise(type, expressions);
}

} // namespace chemora::testing_support
