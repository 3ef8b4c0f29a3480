// Tests the text of generated C++. The tests in testsuites/devices compare the results of the kernels with the
// interpreter.
#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/dialect.hpp"
#include "codegen/emit/emit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

std::string emitted(std::string const& head, std::string const& before, std::string const& body,
                    std::string const& vector = " vector 4") {
  return emit::emit_cpp(ir::parse_loops("loops k {\n" + head + before +
                                        "for tiles z step 8 threads\nfor tiles y step 4 threads\nfor z\nfor y\nfor x" +
                                        vector + "\n" + body + "}\n"));
}

std::string const grid = "grid 3\nallocated 67 9 4\n";

TEST(EmitCpp, WritesAReadableStencil) {
  std::string const text = emitted(grid + "in impl::rho\nout urhs\n", "real64 %9 = immediate 0.1\n",
                                   "real64 %0 = load impl::rho[x-1,y,z]\nreal64 %1 = load impl::rho[x,y+2,z-1]\n"
                                   "real64 %2 = fma %0 %1 %9\nstore urhs[x,y,z] %2\n",
                                   "");
  EXPECT_THAT(text, HasSubstr("//   reads  impl_rho\n//   writes urhs\n"));
  EXPECT_THAT(text, HasSubstr("long const dj = 67L, dk = 603L;"));
  EXPECT_THAT(text, HasSubstr("double const v9 = 0x1.999999999999ap-4; // 0.1\n"));
  EXPECT_THAT(text, HasSubstr("double const* __restrict const in_impl_rho = inputs[0];\n"));
  EXPECT_THAT(text, HasSubstr("double const v0 = in_impl_rho[i - 1];\n"));
  EXPECT_THAT(text, HasSubstr("double const v1 = in_impl_rho[i + 2*dj - dk];\n"));
  EXPECT_THAT(text, HasSubstr("double const v2 = __builtin_fma(v0, v1, v9);\n"));
  EXPECT_THAT(text, HasSubstr("out_urhs[i] = v2;\n"));
}

TEST(EmitCpp, ReadsRunTimeStridesFromTheArguments) {
  std::string const text =
      emitted("grid 3\nallocated at launch\nin u\nout o\n", "", "real64 %0 = load u[x,y,z-1]\nstore o[x,y,z] %0\n");
  EXPECT_THAT(text, HasSubstr("made by Chemora for arrays of any number of points.\n"));
  EXPECT_THAT(text, HasSubstr("long const dj = arguments->allocated[0], dk = dj * arguments->allocated[1];"));
}

TEST(EmitCpp, DistributesTilesOverThreads) {
  std::string const text = emitted(grid + "out o\n", "", "real64 %0 = immediate 1\nstore o[x,y,z] %0\n", "");
  EXPECT_THAT(text, HasSubstr("#pragma omp parallel for collapse(2) schedule(static)\n"
                              "  for (int tile_z = lower_z; tile_z < upper_z; tile_z += 8) {\n"));
  EXPECT_THAT(text, HasSubstr("int const end_y = upper_y - tile_y < 4 ? upper_y : tile_y + 4;\n"));
  EXPECT_THAT(text, HasSubstr("for (int y = tile_y; y < end_y; ++y) {\n"));
  EXPECT_THAT(text, HasSubstr("for (int x = lower_x; x < upper_x; ++x) {\n"));
}

TEST(EmitCpp, ComputesRowsByVectors) {
  std::string const text = emitted(grid + "in u\nout o\n", "real64 %9 = immediate 0.1\n",
                                   "real64 %0 = load u[x-1,y,z]\nreal64 %1 = fma %0 %0 %9\nstore o[x,y,z] %1\n");
  EXPECT_THAT(text, HasSubstr("typedef double Doubles __attribute__((vector_size(8 * 4)));\n"));
  EXPECT_THAT(text, HasSubstr("Doubles const w9 = wide(v9);\n"));
  EXPECT_THAT(text, HasSubstr("Doubles const v0 = load(lanes, &in_u[i - 1]);\n"));
  EXPECT_THAT(text, HasSubstr("Doubles const v1 = fused(v0, v0, w9);\n"));
  EXPECT_THAT(text, HasSubstr("store(lanes, &out_o[i], v1);\n"));
  EXPECT_THAT(text, HasSubstr("x = next < upper_x - 4 ? next : upper_x - 4;\n"))
      << "the last vector ends at the end of the row";
  EXPECT_THAT(text, HasSubstr("points(Some{upper_x - x}, x);\n")) << "a short row";
}

TEST(EmitCpp, ComputesUpdatedPointsOnlyOnce) {
  std::string const text = emitted(grid + "in u\nout u\n", "", "real64 %0 = load u[x,y,z]\nstore u[x,y,z] %0\n");
  EXPECT_THAT(text, HasSubstr("for (; upper_x - x >= 4; x += 4) points(All(), x);\n"));
  EXPECT_THAT(text, HasSubstr("if (x < upper_x) points(Some{upper_x - x}, x);\n"));
  EXPECT_THAT(text, Not(HasSubstr("x = next")));
}

ir::Loops unrolled(int unroll_z) {
  ir::Loops loops = ir::parse_loops("loops k {\n" + grid +
                                    "in u\nout o\nfor tiles z step 8\nfor z\nfor y\nfor x vector 8\n"
                                    "real64 %0 = load u[x,y,z]\nreal64 %1 = load u[x,y,z+1]\n"
                                    "real64 %2 = add %0 %1\nstore o[x,y,z] %2\n}\n");
  loops.nest[1].unroll = unroll_z;
  return loops;
}

TEST(EmitCpp, SharesLoadsOfUnrolledPlanes) {
  std::string const text = emit::emit_cpp(unrolled(2));
  EXPECT_THAT(text, HasSubstr("for (; z + 2 <= end_z; z += 2) {\n"));
  EXPECT_THAT(text, HasSubstr("Doubles const v1 = load(lanes, &in_u[i + dk]);\n"));
  EXPECT_THAT(text, HasSubstr("Doubles const v0_1 = v1;\n"));
  EXPECT_THAT(text, HasSubstr("Doubles const v2_1 = v0_1 + v1_1;\n"));
  EXPECT_THAT(text, HasSubstr("store(lanes, &out_o[i + dk], v2_1);\n"));
  EXPECT_THAT(text, HasSubstr("for (; z < end_z; ++z) {\n")); // planes that are left over
  EXPECT_THAT(emit::emit_cpp(unrolled(1)), Not(HasSubstr("v2_1")));
}

TEST(EmitCpp, NumbersCopiesByTheLoopsOfTheirRegisters) {
  ir::Loops const loops = ir::parse_loops("loops k {\n" + grid +
                                          "in u\nout o\nfor tiles z step 8\nfor z unroll 2\nreal64 %0 = coordinate z\n"
                                          "for y unroll 3\nreal64 %1 = coordinate y\nfor x vector 8\n"
                                          "real64 %2 = add %0 %1\nstore o[x,y,z] %2\n}\n");
  std::string const text = emit::emit_cpp(loops);
  EXPECT_THAT(text, HasSubstr("double const v0_1 = "));
  EXPECT_THAT(text, Not(HasSubstr("double const v0_2 = ")));
  EXPECT_THAT(text, HasSubstr("v2_5 = wide(v0_1) + wide(v1_5);\n")) << "z by 1, y by 2: 1 + 2 * 2";
}

/// Returns the rows that a kernel with these accesses to u prefetches, with the loops over y and z unrolled.
std::vector<std::string> prefetched_rows(std::vector<std::string> const& accesses, int unroll_y, int unroll_z) {
  std::string body, loop_y = "for y", loop_z = "for z";
  for (std::size_t n = 0; n < accesses.size(); ++n)
    body += "real64 %" + std::to_string(n) + " = load u[" + accesses[n] + "]\n";
  if (unroll_y > 1) loop_y += " unroll " + std::to_string(unroll_y);
  if (unroll_z > 1) loop_z += " unroll " + std::to_string(unroll_z);
  std::string const text =
      emit::emit_cpp(ir::parse_loops("loops k {\n" + grid + "in u\nout o\n" + loop_z + "\n" + loop_y +
                                     "\nfor x vector 8 prefetch 64\n" + body + "store o[x,y,z] %0\n}\n"));
  std::vector<std::string> rows;
  std::string const head = "__builtin_prefetch(&in_u[asked";
  for (std::size_t at = 0; (at = text.find(head, at)) != std::string::npos; ++at)
    rows.push_back(text.substr(at + head.size(), text.find(']', at) - at - head.size()));
  return rows;
}

TEST(EmitCpp, PrefetchesRowsThatNoEarlierPointReads) {
  using testing::ElementsAre;
  std::vector<std::string> const star{"x,y,z", "x,y,z-1", "x,y,z+1", "x,y-1,z", "x,y+1,z"};
  EXPECT_THAT(prefetched_rows({"x,y,z"}, 1, 1), ElementsAre(""));
  EXPECT_THAT(prefetched_rows({"x-1,y,z", "x+1,y,z"}, 1, 1), ElementsAre("")) << "one row";
  EXPECT_THAT(prefetched_rows(star, 1, 1), ElementsAre(" + dk"));
  EXPECT_THAT(prefetched_rows(star, 1, 2), ElementsAre(" + dj + dk", " + 2*dk", " + dk"))
      << "the unrolled loop prefetches two planes, and the remainder loop prefetches one plane";
  EXPECT_THAT(prefetched_rows({"x,y,z", "x,y,z+2"}, 1, 3), ElementsAre(" + 2*dk", " + 3*dk", " + 4*dk", " + 2*dk"))
      << "plane 1 was prefetched as plane 4 by the previous iteration";
  EXPECT_THAT(prefetched_rows({"x,y-1,z", "x,y+1,z"}, 2, 1), ElementsAre(" + dj", " + 2*dj", " + dj"));
}

TEST(EmitCpp, PrefetchesTheNextRowOfTheTileAtTheEndOfARow) {
  auto const source = [](std::string const& loops_over_rows, std::string const& edges) {
    return emit::emit_cpp(ir::parse_loops("loops k {\n" + grid + "in u\nout o\nfor tiles x step 32\n" +
                                          loops_over_rows + "for x vector 8 prefetch 64" + edges +
                                          "\nreal64 %0 = load u[x,y,z]\n" + "store o[x,y,z] %0\n}\n"));
  };
  std::string const by_y = source("for z\nfor y\n", " edges");
  EXPECT_THAT(by_y, HasSubstr("int const row = end_x - tile_x;\n"));
  EXPECT_THAT(by_y, HasSubstr("int const ahead = row < 64 ? row : 64;\n")) << "no more than one row";
  EXPECT_THAT(by_y, HasSubstr("long const asked = i + ahead + (x + ahead < end_x ? 0 : to_next - row);\n"));
  EXPECT_THAT(by_y, HasSubstr("long const to_next = y + 1 < upper_y ? dj : dk - (y - lower_y)*dj;\n"));
  EXPECT_THAT(source("for z\nfor y\n", ""), HasSubstr("long const to_next = dj;\n"));
  EXPECT_THAT(source("for y\nfor z unroll 2\n", ""), HasSubstr("long const to_next = 2*dk;\n"));
  EXPECT_THAT(source("for y\nfor z unroll 2\n", " edges"),
              HasSubstr("long const to_next = z + 2 < upper_z ? 2*dk : dj - (z - lower_z)*dk;\n"));
}

/// A kernel that reads u with a stencil of radius 1 and v at the point itself, in tiles with `rows` rows along y.
std::string star_with_prefetch(std::string const& prefetch, int rows, std::string const& loop_z = "for z") {
  std::string const accesses[] = {"u[x,y,z]", "u[x,y-1,z]", "u[x,y+1,z]", "u[x,y,z-1]", "u[x,y,z+1]", "v[x,y,z]"};
  std::string body;
  for (int n = 0; n < 6; ++n) body += "real64 %" + std::to_string(n) + " = load " + accesses[n] + "\n";
  return emit::emit_cpp(ir::parse_loops("loops k {\n" + grid + "in u v\nout o p\nfor tiles y step " +
                                        std::to_string(rows) + "\n" + loop_z + "\nfor y\nfor x vector 8 prefetch " +
                                        prefetch + "\n" + body +
                                        "store o[x,y,z] %0\nstore p[x,y,z] %1 nontemporal\n}\n"));
}

TEST(EmitCpp, PrefetchesStoredRowsExceptNonTemporalStores) {
  EXPECT_THAT(star_with_prefetch("64 stores", 8), HasSubstr("__builtin_prefetch(&out_o[asked], 1);\n"));
  EXPECT_THAT(star_with_prefetch("64 stores", 8), Not(HasSubstr("out_p[asked]")));
  EXPECT_THAT(star_with_prefetch("64", 8), Not(HasSubstr("out_o[asked]")));
}

TEST(EmitCpp, PrefetchesEdgeRowsOnePlaneAhead) {
  std::string const text = star_with_prefetch("64 edges", 2);
  EXPECT_THAT(text, HasSubstr("int const edge_0 = y - tile_y;\n"));
  EXPECT_THAT(text,
              HasSubstr("long const beside_0 = edge_0 < 2 ? (edge_0 + (edge_0 < 1 ? tile_y : end_y) - 1)*dj + z*dk "
                        ": y*dj + (z - 1)*dk;\n"));
  EXPECT_THAT(text, HasSubstr("__builtin_prefetch(&in_u[x + beside_0 + dk]);\n"));
  EXPECT_THAT(text, Not(HasSubstr("in_v[x + beside"))) << "v is read at the point only";
  EXPECT_THAT(text, Not(HasSubstr("edge_1")));
  EXPECT_THAT(star_with_prefetch("64", 2), Not(HasSubstr("beside")));
}

TEST(EmitCpp, PrefetchesAllEdgeRowsOfTilesWithFewRows) {
  std::string const text = star_with_prefetch("64 edges", 1);
  EXPECT_THAT(text, HasSubstr("int const edge_0 = (y - tile_y)*2;\n"));
  EXPECT_THAT(text, HasSubstr("int const edge_1 = (y - tile_y)*2 + 1;\n"));
  EXPECT_THAT(text, HasSubstr("__builtin_prefetch(&in_u[x + beside_1 + dk]);\n"));
}

TEST(EmitCpp, PrefetchesEdgeRowsOfBothPlanesOfAnUnrolledLoop) {
  std::string const text = star_with_prefetch("64 edges", 8, "for z unroll 2");
  EXPECT_THAT(text, HasSubstr("__builtin_prefetch(&in_u[x + beside_0 + 2*dk]);\n"));
  EXPECT_THAT(text, HasSubstr("__builtin_prefetch(&in_u[x + beside_0 + 3*dk]);\n"));
}

TEST(EmitCpp, SpreadsPrefetchesOverTheStatements) {
  std::string const text = star_with_prefetch("64 stores", 8);
  std::vector<std::size_t> positions;
  for (char const* const part : {"prefetch(&in_u[asked + dk])", "load(lanes, &in_u[i])", "prefetch(&in_v[asked])",
                                 "load(lanes, &in_u[i - dk])", "prefetch(&out_o[asked], 1)", "load(lanes, &in_v[i])"})
    positions.push_back(text.find(part));
  EXPECT_TRUE(std::is_sorted(positions.begin(), positions.end())) << text;
  EXPECT_LT(positions.back(), text.size());
}

TEST(EmitCpp, IssuesAllPrefetchesEvenWithFewerStatements) {
  std::string const text = emit::emit_cpp(
      ir::parse_loops("loops k {\n" + grid +
                      "in u\nout o\nfor tiles y step 1\nfor z\nfor y\nfor x vector 8 prefetch 64 stores edges\n"
                      "real64 %0 = load u[x,y-3,z]\nreal64 %1 = load u[x,y+3,z]\nstore o[x,y,z] %1\n}\n"));
  for (std::string const part :
       {"in_u[asked + 3*dj]", "out_o[asked]", "in_u[x + beside_0 + dk]", "in_u[x + beside_1 + dk]",
        "in_u[x + beside_2 + dk]", "in_u[x + beside_3 + dk]", "in_u[x + beside_4 + dk]", "in_u[x + beside_5 + dk]"})
    EXPECT_THAT(text, HasSubstr("__builtin_prefetch(&" + part)) << "8 on 3 statements";
}

TEST(EmitCpp, PrefetchesRowsOnceThatAreReadAndStored) {
  std::string const text = emit::emit_cpp(ir::parse_loops(
      "loops k {\n" + grid +
      "in o u\nout o\nfor tiles y step 1\nfor z\nfor y\nfor x vector 8 prefetch 64 stores\n"
      "real64 %0 = load u[x,y,z]\nreal64 %1 = load o[x,y,z]\nreal64 %2 = add %0 %1\nstore o[x,y,z] %2\n}\n"));
  EXPECT_THAT(text, HasSubstr("o[asked]);\n"));
  EXPECT_THAT(text, Not(HasSubstr("[asked], 1)")));
}

TEST(EmitCpp, SetsCompilerOptionsForLargeBodies) {
  auto const with_statements = [](int n) {
    std::string body = "real64 %0 = load u[x,y,z]\n";
    for (int k = 1; k + 1 < n; ++k)
      body += "real64 %" + std::to_string(k) + " = multiply %" + std::to_string(k - 1) + " %0\n";
    return emitted(grid + "in u\nout o\n", "", body + "store o[x,y,z] %" + std::to_string(n - 2) + "\n");
  };
  std::string const large = with_statements(1001),
                    begin = "#pragma GCC optimize(\"live-range-shrinkage,ira-region=one\")\n";
  EXPECT_LT(large.find(begin), large.find("CHEMORA_INLINE"));
  EXPECT_TRUE(large.ends_with("}\n#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC pop_options\n#endif\n"));
  EXPECT_THAT(large, HasSubstr("#define CHEMORA_PARTIAL static __attribute__((noinline, unused))\n"));
  EXPECT_THAT(with_statements(1000), Not(HasSubstr("#pragma GCC")));
}

TEST(EmitCpp, AlignsAndFencesNonTemporalStores) {
  ir::Loops loops = unrolled(1);
  EXPECT_THAT(emit::emit_cpp(loops), Not(HasSubstr("fence")));
  loops.nest.back().body.back().is_nontemporal = true;
  std::string const text = emit::emit_cpp(loops);
  EXPECT_THAT(text, HasSubstr("stream(lanes, &out_o[i], v2);\n"));
  EXPECT_THAT(text,
              HasSubstr("int const n_before = (int)(-(unsigned long)&out_o[i] % sizeof(Reals) / sizeof(Real));\n"));
  EXPECT_THAT(text, HasSubstr("    fence();\n"));
}

TEST(EmitCpp, PreventsTheCompilerFromReplacingLibraryFunctions) {
  std::string const text = emitted(grid + "in u\nout o\n", "",
                                   "real64 %0 = load u[x,y,z]\nreal64 %1 = power %0 %0\n"
                                   "real64 %2 = sqrt %1\nstore o[x,y,z] %2\n");
  EXPECT_THAT(text, HasSubstr("extern \"C\" double library_pow(double, double) noexcept __asm__(\"pow\")"));
  EXPECT_THAT(text, HasSubstr("each([](double a, double b) { return library_pow(a, b); }, v0, v0)"));
  EXPECT_THAT(text, HasSubstr("root(v1)"));
}

TEST(EmitCpp, WritesSinglePrecision) {
  std::string const text =
      emitted("grid 3 real32\nallocated 67 9 4\nparam real32 A\nin u\nout o\n", "real32 %3 = parameter A\n",
              "real32 %0 = load u[x,y,z]\nreal32 %1 = coordinate x\nreal32 %2 = sin %1\n"
              "real32 %4 = fma %0 %2 %3\nstore o[x,y,z] %4\n",
              "");
  EXPECT_THAT(text, HasSubstr("chemora_kernel(float const* const* inputs, float* const* outputs,"));
  EXPECT_THAT(text, HasSubstr("float const v3 = (float)arguments->parameters[0]; // A\n"));
  EXPECT_THAT(text, HasSubstr("float const v1 = origin_x + (float)(x + lower_global_x)*spacing_x;\n"));
  EXPECT_THAT(text, HasSubstr("library_sinf(v1)"));
  EXPECT_THAT(text, HasSubstr("__builtin_fmaf(v0, v2, v3)"));
}

TEST(EmitCpp, DoesNotDeclareUpdatedVariablesAsDistinct) {
  std::string const text = emitted(grid + "in u v\nout u\n", "", "real64 %0 = load u[x,y,z]\nstore u[x,y,z] %0\n");
  EXPECT_THAT(text, HasSubstr("double const* const in_u = inputs[0];\n"));
  EXPECT_THAT(text, HasSubstr("double const* __restrict const in_v = inputs[1];\n"));
  EXPECT_THAT(text, HasSubstr("double* const out_u = outputs[0];\n"));
}

TEST(EmitCpp, RepeatsTheArgumentsStructMemberByMember) {
  std::ifstream file(CHEMORA_SOURCE_DIR "/kernels/device/device.hpp");
  std::stringstream header;
  header << file.rdbuf();
  auto const members = [](std::string text) { // without comments and blanks
    text = text.substr(text.find("struct chemora_kernel_arguments {"));
    text = text.substr(0, text.find("};"));
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text.compare(at, 2, "//") == 0) at = text.find('\n', at);
      if (text[at] != ' ' && text[at] != '\n') result += text[at];
    }
    return result;
  };
  EXPECT_EQ(members(emitted(grid + "out o\n", "", "real64 %0 = immediate 1\nstore o[x,y,z] %0\n")),
            members(header.str()));
}

TEST(Literals, KeepBits) {
  using ir::Type;
  auto const c_literal = [](Type type, double number) { return emit::c_literal(type, number, emit::CppDialect()); };
  EXPECT_EQ(c_literal(Type::real64, 0.1), "0x1.999999999999ap-4");
  EXPECT_EQ(c_literal(Type::real64, -0.0), "-0x0p+0");
  EXPECT_EQ(c_literal(Type::real32, static_cast<double>(0.1f)), "0x1.99999ap-4f");
  EXPECT_EQ(c_literal(Type::real64, -std::numeric_limits<double>::infinity()), "-__builtin_inf()");
  EXPECT_EQ(c_literal(Type::real32, std::nan("")), "__builtin_nanf(\"\")");
  EXPECT_EQ(c_literal(Type::int32, std::numeric_limits<int>::min()), "(-2147483647 - 1)");
  EXPECT_EQ(c_literal(Type::boolean, 1), "true");
}

TEST(Names, HoldOnlyLettersDigitsAndUnderscores) {
  EXPECT_EQ(emit::mangled("in_", "impl::v[2]"), "in_impl_v_2_");
  EXPECT_EQ(emit::mangled("", "a\n*/ system(\"\")"), "a_system_");
  auto const names = emit::identifiers("in_", {"a::b", "a_b", "a::b_2"});
  EXPECT_EQ(names.at("a::b"), "in_a_b");
  EXPECT_EQ(names.at("a_b"), "in_a_b_2");
  EXPECT_EQ(names.at("a::b_2"), "in_a_b_2_2");
}

} // namespace
