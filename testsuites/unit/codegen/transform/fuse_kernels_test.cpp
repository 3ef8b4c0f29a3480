#include "codegen/transform/transform.hpp"
#include "testsuites/unit/codegen/transform/loop_support.hpp"

namespace chemora::transform::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Adds the products of a row of `d` and `q`, as `add(i, k, name of the temporary)`.
std::string derivative(std::string const& name, std::string const& read) {
  return "kernel " + name + R"( {
  parameter int32 Ne
  loop e: 0 <= e <= Ne - 1
  loop i: 0 <= i <= 3
  loop j: 0 <= j <= 3
  loop n: 0 <= n <= 3
  array d real64 [4, 4] argument
  array q real64 [4, 4, Ne] argument
  array rhs real64 [4, 4, Ne] argument
  array u real64 [] registers copies e, i, j, n
  set: [e, i, j, n] u = )" +
         read + R"( order 0, e, 0, i, 0, j, 0, n, 0
  add: [e, i, j, n] rhs[i, j, e] = rhs[i, j, e] - d[i, n] * u order 0, e, 0, i, 0, j, 0, n, 1
}
)";
}

std::vector<loops::LoopKernel> parsed(std::vector<std::string> const& texts) {
  std::vector<loops::LoopKernel> kernels;
  for (std::string const& text : texts) kernels.push_back(loops::parse_loop_kernel(text));
  return kernels;
}

std::string fuse_message(std::vector<std::string> const& texts, std::vector<std::string> const& suffixes = {},
                         std::vector<DataFlow> const& data_flow = {}) {
  try {
    fuse_kernels(parsed(texts), suffixes, {"script", 7, 1}, data_flow);
  } catch (base::UserError const& error) {
    EXPECT_EQ(error.diagnostics().at(0).where.line, 7);
    return error.diagnostics().at(0).message;
  }
  return "no error";
}

Arrays result_of_sequence(std::vector<loops::LoopKernel> const& kernels, loops::LoopKernel const& fused,
                          Parameters const& parameters) {
  Arrays arrays = random_arguments(fused, parameters);
  for (loops::LoopKernel const& kernel : kernels) {
    Arrays arguments;
    for (ir::TypedArray const& array : kernel.arrays)
      if (array.is_argument) arguments[array.name] = arrays.at(array.name);
    Parameters used;
    for (loops::Parameter const& parameter : kernel.parameters) used[parameter.name] = parameters.at(parameter.name);
    loops::interpret(kernel, used, arguments);
    for (auto const& [name, values] : arguments) arrays[name] = values;
  }
  return arrays;
}

TEST(FuseKernels, FusesLoopsAndReassociatesUpdates) {
  std::vector<loops::LoopKernel> const kernels = parsed({derivative("r", "q[n, j, e]"), derivative("s", "q[i, n, e]")});
  loops::LoopKernel const fused = fuse_kernels(kernels, {"_r", "_s"}, {});
  EXPECT_EQ(text_of(fused), R"(kernel r_s {
  parameter int32 Ne
  loop e: 0 <= e <= Ne - 1
  loop i: 0 <= i <= 3
  loop j: 0 <= j <= 3
  loop n: 0 <= n <= 3
  array d real64 [4, 4] argument layout N0,N1
  array q real64 [4, 4, Ne] argument layout N0,N1,N2
  array rhs real64 [4, 4, Ne] argument layout N0,N1,N2
  array u_r real64 [] registers copies e, i, j, n
  array u_s real64 [] registers copies e, i, j, n
  set_r: [e, i, j, n] u_r = q[n, j, e] order 0, e, 0, i, 0, j, 0, n, 0
  add_r: [e, i, j, n] rhs[i, j, e] = rhs[i, j, e] - d[i, n] * u_r order 0, e, 0, i, 0, j, 0, n, 1
  set_s: [e, i, j, n] u_s = q[i, n, e] order 0, e, 0, i, 0, j, 0, n, 2
  add_s: [e, i, j, n] rhs[i, j, e] = rhs[i, j, e] - d[i, n] * u_s order 0, e, 0, i, 0, j, 0, n, 3
  reassociated rhs
}
)");
  EXPECT_THAT(fused.plan, ElementsAre(R"(f = fuse_kernels([r, s], suffixes=["_r", "_s"]))"));
  Arrays const expected = result_of_sequence(kernels, fused, {{"Ne", 2}});
  Arrays const result = result_of(fused, {{"Ne", 2}});
  for (std::size_t n = 0; n < expected.at("rhs").size(); ++n)
    EXPECT_NEAR(result.at("rhs")[n], expected.at("rhs")[n], 1e-13);
  EXPECT_EQ(result_of_schedule(fused, {{"Ne", 2}}), result);
}

/// Sets `out` from `in`, element by element, in loop `i`.
std::string copy(std::string const& name, std::string const& out, std::string const& in,
                 std::string const& shift = "") {
  return "kernel " + name + R"( {
  parameter int32 n
  assume n >= 3
  loop i: 1 <= i <= n - 2
  array )" +
         in + " real64 [n] argument\n  array " + out + " real64 [n] argument\n  set: [i] " + out + "[i] = " + in +
         "[i" + shift + "] * 2.0 order 0, i, 0\n}\n";
}

TEST(FuseKernels, KeepsBitsWithoutUpdates) {
  for (std::string const shift : {"", " - 1"}) {
    std::vector<loops::LoopKernel> const kernels = parsed({copy("a", "y", "x"), copy("b", "z", "y", shift)});
    loops::LoopKernel const fused = fuse_kernels(kernels, {}, {});
    EXPECT_TRUE(fused.reassociated.empty());
    EXPECT_EQ(fused.loops.size(), 1u);
    EXPECT_EQ(result_of(fused, {{"n", 7}}), result_of_sequence(kernels, fused, {{"n", 7}}));
    EXPECT_EQ(result_of_schedule(fused, {{"n", 7}}), result_of_sequence(kernels, fused, {{"n", 7}}));
  }
}

TEST(FuseKernels, RefusesABrokenDependence) {
  EXPECT_EQ(
      fuse_message({copy("a", "y", "x"), copy("b", "z", "y", " + 1")}),
      "The kernels `a` and `b` cannot be fused: `set_1[i=1]` reads `y`, which `set_0[i=2]` writes. Rename the loops "
      "in one of them to execute it after the other.");
}

TEST(FuseKernels, OrdersKernelsByDataFlow) {
  std::vector<loops::LoopKernel> const kernels = parsed({copy("b", "z", "y", " - 1"), copy("a", "y", "x")});
  loops::LoopKernel const fused = fuse_kernels(kernels, {}, {}, {{"y", 1, 0}});
  EXPECT_EQ(result_of(fused, {{"n", 7}}), result_of_sequence({kernels[1], kernels[0]}, fused, {{"n", 7}}));
}

TEST(FuseKernels, PlacesInstructionsAroundCommonLoops) {
  std::string const around = R"(kernel NAME {
  loop e: 0 <= e <= 2
  loop i: 0 <= i <= 3
  array a real64 [4, 3] argument
  array OUT real64 [3] argument
  array s real64 [] registers copies e
  before: [e] s = 0.0 order 0, e, 0
  inside: [e, i] s = s + a[i, e] order 0, e, 1, i, 0
  after: [e] OUT[e] = s order 0, e, 2
}
)";
  auto const named = [&](std::string const& name, std::string const& out) {
    std::string text = around;
    text.replace(text.find("NAME"), 4, name);
    text.replace(text.find("OUT"), 3, out);
    text.replace(text.find("OUT"), 3, out);
    return text;
  };
  std::vector<loops::LoopKernel> const kernels = parsed({named("one", "b"), named("two", "c"), named("three", "b")});
  loops::LoopKernel const fused = fuse_kernels(kernels, {"_1", "_2", "_3"}, {});
  std::vector<std::string> constants;
  for (std::string const id :
       {"before_1", "before_2", "before_3", "inside_1", "inside_2", "inside_3", "after_1", "after_2", "after_3"})
    constants.push_back(ir::to_text(fused.instruction(id).order[2]));
  EXPECT_THAT(constants, ElementsAre("0", "1", "2", "3", "3", "3", "4", "5", "6"));
  EXPECT_EQ(result_of(fused, {}), result_of_sequence(kernels, fused, {}));
  EXPECT_EQ(result_of_schedule(fused, {}), result_of(fused, {}));
}

TEST(FuseKernels, ReportsConflicts) {
  std::string const r = derivative("r", "q[n, j, e]");
  auto const changed = [&](std::string const& from, std::string const& to) {
    std::string text = derivative("s", "q[i, n, e]");
    std::size_t const place = text.find(from);
    return text.replace(place, from.size(), to);
  };
  EXPECT_EQ(
      fuse_message({r, changed("loop i: 0 <= i <= 3", "loop i: 0 <= i <= 2")}),
      "The loop `i` has different ranges in the kernels `r` and `s`. Rename it in one of them, or fix the parameters "
      "of both.");
  EXPECT_EQ(
      fuse_message({r, changed("loop i: 0 <= i <= 3", "loop i: 0 <= i <= 3\n  where i + j <= 3")}),
      "The loops e, i, j and n have different ranges in the kernels `r` and `s`. Rename them in one of the kernels.");
  std::string const y = "  array y real64 [16] argument\n";
  EXPECT_THAT(
      fuse_message({"kernel r {\n  loop i: 0 <= i <= 5\n  loop j: i <= j <= 5\n" + y +
                        "  set: [i, j] y[i] = 1.0 order i, j\n}\n",
                    "kernel s {\n  loop i: 0 <= i <= 9\n  loop j: i <= j <= 5\n" + y +
                        "  add: [i] y[i] = y[i] + 1.0 order i, 0\n  twice: [i, j] y[j] = 2.0 order i, 1, j\n}\n"}),
      HasSubstr("The loop `i` has different ranges in the kernels `r` and `s`."));
  EXPECT_EQ(fuse_message({r, changed("array d real64 [4, 4]", "array d real64 [5, 4]")}),
            "The kernels declare the array `d` differently: `d real64 [4, 4] argument layout N0,N1` and `d real64 [5, "
            "4] argument layout N0,N1`.");
  EXPECT_EQ(fuse_message({r, changed("loop n: ", "loop n unr: ")}),
            "The kernels declare the loop `n` differently: with the tag `for` and with the tag `unr`.");
  EXPECT_EQ(fuse_message({r, r}, {"_r"}), "`suffixes` needs one suffix for each of the 2 kernels; found 1.");
  EXPECT_EQ(fuse_message({}), "`fuse_kernels` needs at least one kernel.");
  EXPECT_EQ(fuse_message({r, changed("kernel s", "kernel u")}, {"", ""}),
            "The fused kernel would have two instructions `set`. Use other suffixes.");
  EXPECT_EQ(fuse_message({copy("a", "y", "x"), R"(kernel b {
  loop x: 0 <= x <= 3
  array z real64 [4] argument
  put: [x] z[x] = 1.0 order x
}
)"}),
            "The fused kernel would have two meanings of `x`: a loop and an array. Rename one, or use other suffixes.");
  EXPECT_EQ(fuse_message({copy("a", "y", "x"), copy("b", "z", "y")}, {}, {{"z", 0, 1}}),
            "The kernel `a` has no array `z`, which `data_flow` names.");
  EXPECT_EQ(
      fuse_message({copy("a", "y", "x"), copy("b", "z", "y")}, {}, {{"y", 0, 2}}),
      "The data flow of `y` from kernel 0 to kernel 2 must name two of the 2 kernels, which are numbered from 0.");
  EXPECT_EQ(fuse_message({copy("a", "y", "x"), copy("b", "z", "y")}, {}, {{"y", 0, 1}, {"y", 1, 0}}),
            "`data_flow` has a cycle: no kernel can be the first one.");
}

} // namespace
} // namespace chemora::transform::tests
