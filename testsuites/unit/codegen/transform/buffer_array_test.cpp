// Tests that accesses to arrays are buffered, and that common factors of the updates are collected.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

loops::LoopKernel kernel_of(std::string const& instructions) {
  return loops::parse_loop_kernel("kernel k {\n"
                                  "  parameter int32 n\n"
                                  "  assume n >= 1\n"
                                  "  loop i: 0 <= i <= n - 1\n"
                                  "  loop m: 0 <= m <= n - 1\n"
                                  "  array J real64 [n] argument\n"
                                  "  array v real64 [n, n] argument\n"
                                  "  array y real64 [point: 2 * n, field: 3] argument\n" +
                                  instructions + "}\n");
}

std::string const updates = "  first: [i, m] y[i, 0] = y[i, 0] + J[i] * v[i, m] order i, 0, m, 0\n"
                            "  second: [i, m] y[i, 2] = y[i, 2] - v[m, i] * J[i] order i, 0, m, 1\n";
NamedValues const accumulation = {{"init_expression", text("0")},
                                  {"store_expression", text("base + buffer")},
                                  {"fetch_bounding_box", make_value(true)}};
std::map<std::string, double> const size = {{"n", 4}};

/// Expects results that differ by rounding errors only.
void expect_close_results(loops::LoopKernel const& before, loops::LoopKernel const& after) {
  Data const expected = result_of(before, size), result = result_of(after, size);
  for (auto const& [name, values] : expected)
    for (std::size_t n = 0; n < values.size(); ++n)
      EXPECT_NEAR(result.at(name).at(n), values[n], 1e-13 * std::abs(values[n])) << name << " " << n;
}

TEST(BufferArray, AccumulatesUpdates) {
  auto const before = kernel_of(updates);
  auto const after = transformed(before, "buffer_array", {text("y"), list({})}, accumulation);
  EXPECT_EQ(lines_of(after, {"loop y", "array y_buf", "first", "second", "init", "store"}),
            "loop y_init_field: 0 <= y_init_field <= 2\n"
            "loop y_store_field: 0 <= y_store_field <= 2\n"
            "array y_buf real64 [field: 3] registers layout N0 copies i\n"
            "first: [i, m] y_buf[0] = y_buf[0] + J[i] * v[i, m] order i, 1, m, 0\n"
            "second: [i, m] y_buf[2] = y_buf[2] - v[m, i] * J[i] order i, 1, m, 1\n"
            "init_y: [i, y_init_field] y_buf[y_init_field] = 0.0 order i, 0, y_init_field, 0\n"
            "store_y: [i, y_store_field] y[i, y_store_field] = y[i, y_store_field] + y_buf[y_store_field] "
            "order i, 2, y_store_field, 0\n");
  EXPECT_EQ(after.reassociated, (std::set<std::string>{"y", "y_buf"}));
  expect_close_results(before, after);
}

TEST(BufferArray, CopiesTheArrayAndKeepsBits) {
  auto const before = kernel_of("  first: [i, m] y[i, 0] = y[i, 0] * v[i, m] order i, m, 0\n"
                                "  second: [i, m] y[i, 2] = y[i, 0] + v[m, i] order i, m, 1\n");
  auto const after = transformed(before, "buffer_array", {text("y"), list({})},
                                 {{"fetch_bounding_box", make_value(true)}, {"default_tag", text("unr")}});
  EXPECT_EQ(lines_of(after, {"loop y_init", "init", "store"}),
            "loop y_init_field unr: 0 <= y_init_field <= 2\n"
            "init_y: [i, y_init_field] y_buf[y_init_field] = y[i, y_init_field] order i, 0, y_init_field, 0\n"
            "store_y: [i, y_store_field] y[i, y_store_field] = y_buf[y_store_field] order i, 2, y_store_field, 0\n");
  EXPECT_TRUE(after.reassociated.empty());
  expect_equal_results(before, after, size);
}

TEST(BufferArray, BuffersTheIterationsOfLoops) {
  auto const before = kernel_of("  first: [i, m] y[i + m, 0] = y[i + m, 0] + v[i, m] order i, m\n");
  auto const after = transformed(before, "buffer_array", {text("y"), list({"i", "m"})});
  EXPECT_EQ(lines_of(after, {"array y_buf", "first"}),
            "array y_buf real64 [point: 2*n - 1] registers layout N0\n"
            "first: [i, m] y_buf[i + m] = y_buf[i + m] + v[i, m] order 1, i, m\n");
  expect_equal_results(before, after, size);
}

TEST(BufferArray, RefusesAccessesThatAreNoAdditiveUpdates) {
  auto const buffered = [&](std::string const& instruction) {
    return message_of(kernel_of(updates + instruction), "buffer_array", {text("y"), list({})}, accumulation);
  };
  EXPECT_THAT(buffered("  set: [i, m] y[i, 1] = v[i, m] order i, m, 2\n"),
              HasSubstr("`y` cannot be accumulated in a buffer, because `set` is no additive update of it: `y[i, 1] = "
                        "v[i, m]`. Allowed are `y = y + ...` and `- ...`."));
  EXPECT_THAT(buffered("  scale: [i, m] y[i, 1] = y[i, 1] * v[i, m] order i, m, 2\n"),
              HasSubstr("because `scale` is no additive update"));
  EXPECT_THAT(buffered("  read: [i, m] J[i] = y[i, 1] order i, m, 2\n"), HasSubstr("because `read` is no additive"));
}

TEST(BufferArray, RefusesCopiesOfElementsThatIterationsShare) {
  EXPECT_THAT(message_of(kernel_of("  first: [i, m] y[i + m, 0] = y[i + m, 0] * v[i, m] order i, m\n"), "buffer_array",
                         {text("y"), list({})}),
              HasSubstr("because several iterations may access the same element. Add `i` to the buffered loops."));
}

TEST(BufferArray, RefusesIterationsOfDifferentBlocks) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel work {
  parameter int32 n
  loop e g.0: 0 <= e <= n - 1
  array y real64 [n] argument
  set: [e] y[e] = 1.0 order e
}
)");
  EXPECT_THAT(message_of(kernel, "buffer_array", {text("y"), list({"e"})}),
              HasSubstr("`y` cannot be buffered during all iterations of `e`, because different blocks execute them. "
                        "Remove `e` from the buffered loops, or its tag."));
}

TEST(BufferArray, ExplainsWrongArguments) {
  auto const kernel = kernel_of(updates);
  auto const with = [&](NamedValues const& named) {
    return message_of(kernel, "buffer_array", {text("y"), list({})}, named);
  };
  EXPECT_THAT(with({{"init_expression", text("1")}}), HasSubstr("must be \"0\" and \"base + buffer\""));
  EXPECT_THAT(with({{"init_expression", text("0")}, {"store_expression", text("base + buffer")}}),
              HasSubstr("Use fetch_bounding_box=True"));
  EXPECT_THAT(message_of(kernel, "buffer_array", {text("J")}), HasSubstr("No instruction writes `J`"));
  EXPECT_THAT(message_of(kernel, "buffer_array", {text("z")}), HasSubstr("There is no array `z`"));
  EXPECT_THAT(message_of(kernel, "buffer_array", {text("y"), list({"x"})}), HasSubstr("There is no loop `x`"));
}

TEST(CollectCommonFactors, MultipliesTheSum) {
  auto const before = kernel_of(updates);
  auto const buffered = transformed(before, "buffer_array", {text("y"), list({})}, accumulation);
  auto const after = transformed(buffered, "collect_common_factors_on_increment", {text("y_buf")});
  EXPECT_EQ(lines_of(after, {"first", "second", "store"}),
            "first: [i, m] y_buf[0] = y_buf[0] + v[i, m] order i, 1, m, 0\n"
            "second: [i, m] y_buf[2] = y_buf[2] - v[m, i] order i, 1, m, 1\n"
            "store_y: [i, y_store_field] y[i, y_store_field] = y[i, y_store_field] + J[i] * y_buf[y_store_field] "
            "order i, 2, y_store_field, 0\n");
  expect_close_results(before, after);
}

TEST(CollectCommonFactors, FindsFactorsInRules) {
  auto const before = kernel_of("  rule f(x, z) = J[x] * v[x, z]\n"
                                "  first: [i, m] y[i, 0] = y[i, 0] + f(i, m) * v[i, m] order i, 0, m, 0\n");
  auto const buffered = transformed(before, "buffer_array", {text("y"), list({})}, accumulation);
  auto const after = transformed(buffered, "collect_common_factors_on_increment", {text("y_buf")});
  EXPECT_EQ(lines_of(after, {"rule", "first", "store"}),
            "first: [i, m] y_buf = y_buf + v[i, m] * v[i, m] order i, 1, m, 0\n"
            "store_y: [i] y[i, 0] = y[i, 0] + J[i] * y_buf order i, 2\n");
  expect_close_results(before, after);
}

TEST(CollectCommonFactors, ExplainsWhyThereAreNone) {
  auto const common_factor_message = [&](std::string const& instructions) {
    auto const buffered = transformed(kernel_of(instructions), "buffer_array", {text("y"), list({})}, accumulation);
    return message_of(buffered, "collect_common_factors_on_increment", {text("y_buf")});
  };
  EXPECT_THAT(common_factor_message("  first: [i, m] y[i, 0] = y[i, 0] + J[i] * v[i, m] order i, 0, m, 0\n"
                                    "  second: [i, m] y[i, 2] = y[i, 2] - v[m, i] order i, 0, m, 1\n"),
              HasSubstr("no common factor that is constant for each copy of it. `J[i]` is not a factor in `second`. "
                        "`v[i, m]` depends on a loop inside."));
}

TEST(CollectCommonFactors, RefusesAFactorThatChanges) {
  auto const kernel = kernel_of("  array b real64 [] registers copies i\n"
                                "  set: [i] b = 0.0 order i, 0\n"
                                "  add: [i, m] b = b + J[i] * v[i, m] order i, 1, m\n"
                                "  write: [i] J[i] = 1.0 order i, 2\n"
                                "  store: [i] y[i, 0] = b order i, 3\n");
  std::string const message = message_of(kernel, "collect_common_factors_on_increment", {text("b")});
  EXPECT_THAT(message, HasSubstr("The factor `J[i]` of `add` changes before `store` reads the sum"));
  EXPECT_THAT(message, HasSubstr("write[i="));
}

TEST(CollectCommonFactors, RefusesOtherWrites) {
  auto const kernel = kernel_of("  array b real64 [] registers copies i\n"
                                "  set: [i] b = 1.0 order i, 0\n"
                                "  add: [i, m] b = b + J[i] * v[i, m] order i, 1, m\n"
                                "  store: [i] y[i, 0] = b order i, 3\n");
  EXPECT_THAT(message_of(kernel, "collect_common_factors_on_increment", {text("b")}),
              HasSubstr("`set` neither sets `b` to 0 nor adds to it: `b = 1.0`"));
  EXPECT_THAT(message_of(kernel, "collect_common_factors_on_increment", {text("y")}),
              HasSubstr("There is no temporary array `y`"));
}

TEST(CollectCommonFactors, RefusesConditionsOnTheSum) {
  for (std::string const lines : {"  set: [i] b = 0.0 order i, 0\n"
                                  "  add: [i, m] b = b + J[i] * v[i, m] if b < 3.0 order i, 1, m\n",
                                  "  add: [i, m] b = b + J[i] * v[i, m] order i, 1, m\n"
                                  "  set: [i] b = 0.0 if 3.0 < b order i, 2\n"})
    EXPECT_THAT(message_of(kernel_of("  array b real64 [] registers copies i\n" + lines +
                                     "  store: [i] y[i, 0] = b order i, 3\n"),
                           "collect_common_factors_on_increment", {text("b")}),
                HasSubstr("neither sets `b` to 0 nor adds to it"));
}

TEST(BufferArray, StaysInsideOfArraysIfLoopsDependOnEachOther) {
  auto const before = loops::parse_loop_kernel("kernel k {\n"
                                               "  parameter int32 n\n"
                                               "  loop o\n"
                                               "  loop i: 0 <= i <= 1\n"
                                               "  loop j: 0 <= j <= 2\n"
                                               "  where o >= 0\n"
                                               "  where 2*o <= n - 1\n"
                                               "  where 2*o + i <= n - 1\n"
                                               "  array v real64 [n, 3] argument\n"
                                               "  array y real64 [n + 2] argument\n"
                                               "  add: [j, o, i] y[2*o + i + j] = y[2*o + i + j] + v[2*o + i, j] "
                                               "order j, o, i\n}\n");
  auto const after = transformed(before, "buffer_array", {text("y"), list({"j", "i"})}, accumulation);
  EXPECT_THAT(lines_of(after, {"store"}), HasSubstr("if 2 * o + y_store_0 < n + 2"));
  for (double const n : {1.0, 3.0, 4.0}) {
    Data const expected = result_of(before, {{"n", n}}), result = result_of(after, {{"n", n}});
    for (std::size_t e = 0; e < expected.at("y").size(); ++e)
      EXPECT_NEAR(result.at("y")[e], expected.at("y")[e], 1e-12) << n << " " << e;
  }
}

} // namespace
} // namespace chemora::transform
