// Tests the text of generated kernels for devices. The tests in testsuites/devices compare their results with the
// interpreter.
#include "codegen/emit/emit.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace chemora;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

char const* const nest =
    "  for tiles z step 8 blocks\n    for tiles y step 4 blocks\n      for tiles x step 64 blocks\n"
    "        for z\n          for y block 2\n            for x block 64\n";

ir::Loops loops_of(std::string const& head, std::string const& before, std::string const& body) {
  return ir::parse_loops("loops k {\n" + head + before + nest + body + "}\n");
}

ir::Loops const sample =
    loops_of("grid 3\nallocated 67 9 4\nparam real64 A\nparam int32 n\nin u v\nout v\n", "real64 %9 = parameter A\n",
             "real64 %0 = load u[x-1,y,z+2]\nreal64 %1 = load v[x,y,z]\nreal64 %2 = coordinate x\n"
             "real64 %3 = fma %0 %1 %2\nreal64 %4 = sin %3\nreal64 %5 = multiply %4 %9\n"
             "store v[x,y,z] %5\n");

TEST(EmitOpencl, HasOneWorkItemPerThread) {
  std::string const text = emit::emit_opencl(sample);
  EXPECT_THAT(text, HasSubstr("#pragma OPENCL FP_CONTRACT OFF\n"));
  EXPECT_THAT(text, HasSubstr("__kernel __attribute__((reqd_work_group_size(64, 2, 1)))\n"
                              "void chemora_kernel(__global double const* restrict in_u,\n"));
  EXPECT_THAT(text, HasSubstr("__global double const* in_v,\n")) << "v is also written, so the pointer is not restrict";
  EXPECT_THAT(text, HasSubstr("__global double* out_v,\n"));
  EXPECT_THAT(text, HasSubstr("struct chemora_device_arguments const arguments) {\n"));
  EXPECT_THAT(text, HasSubstr("int const tile_z = lower_z + (int)get_group_id(2)*8;\n"));
  EXPECT_THAT(text, HasSubstr("for (int z = tile_z; z < end_z; z += 1) {\n"));
  EXPECT_THAT(text, HasSubstr("for (int y = tile_y + (int)get_local_id(1); y < end_y; y += 2) {\n"));
  EXPECT_THAT(text, HasSubstr("int const x = tile_x + (int)get_local_id(0);\n")) << "a thread for each point";
  EXPECT_THAT(text, HasSubstr("if (x < end_x) {\n"));
  EXPECT_THAT(text, HasSubstr("fma(v0, v1, v2)"));
  EXPECT_THAT(text, HasSubstr("= sin(v3);"));
  EXPECT_THAT(text, Not(HasSubstr("arguments->")));
}

TEST(EmitCuda, HasOneThreadPerThreadOfABlock) {
  std::string const text = emit::emit_cuda(sample);
  EXPECT_THAT(text, HasSubstr("extern \"C\" __global__ void __launch_bounds__(128) chemora_kernel(\n"
                              "    double const* __restrict__ in_u,\n    double const* in_v,\n    double* out_v,\n"));
  EXPECT_THAT(text, HasSubstr("int const tile_x = lower_x + (int)blockIdx.x*64;\n"));
  EXPECT_THAT(text, HasSubstr("for (int y = tile_y + (int)threadIdx.y; y < end_y; y += 2) {\n"));
  EXPECT_THAT(text, HasSubstr("double const v9 = arguments.parameters[0]; // A\n"));
}

TEST(EmitOpencl, RoundsIntegerQuotientsTowardsMinusInfinity) {
  std::string const text =
      emit::emit_opencl(loops_of("grid 3\nallocated 67 9 4\nin u\nout v\n", "int32 %9 = immediate 3\n",
                                 "real64 %0 = load u[x,y,z]\nint32 %1 = index x\nint32 %2 = floor_divide %1 %9\n"
                                 "int32 %3 = modulo %1 %9\nstore v[x,y,z] %0\n"));
  EXPECT_THAT(text, HasSubstr("= v1 / v9 - (v1 % v9 != 0 && (v1 < 0) != (v9 < 0));"));
  EXPECT_THAT(text, HasSubstr("= v1 % v9 + ((v1 % v9 != 0 && (v1 < 0) != (v9 < 0)) ? v9 : 0);"));
}

/// Loops over tiles with a buffer of u. The buffer is filled before the loop over z if `before_z` is "tile", and within
/// each iteration over z if `after_z` is "tile".
ir::Loops with_tile(std::string const& before_z, std::string const& after_z) {
  std::string const buffer = "buffer tile::u tile real64 x -1:1 y 0:0 z -2:1\nreal64 %0 = load u[x,y,z]\n"
                             "store tile::u[x,y,z] %0\nbarrier\n";
  return ir::parse_loops("loops k {\ngrid 3\nallocated 67 9 14\nin u\nout o\nfor tiles z step 8 blocks\n"
                         "for tiles y step 4 blocks\nfor tiles x step 64 blocks\n" +
                         (before_z == "tile" ? buffer : "") + "for z\n" + (after_z == "tile" ? buffer : "") +
                         "for y block 2\nfor x block 64\nreal64 %1 = load tile::u[x-1,y,z+1]\n"
                         "store o[x,y,z] %1\n}\n");
}

TEST(DeviceDialects, ShareTilesAmongTheThreadsOfABlock) {
  std::string const cuda = emit::emit_cuda(with_tile("tile", ""));
  EXPECT_THAT(cuda, HasSubstr("  __shared__ double kept_tile_u[2904];\n")) << "66 * 4 * 11";
  EXPECT_THAT(cuda, HasSubstr("int const thread = (int)threadIdx.x + 64*((int)threadIdx.y + 2*(int)threadIdx.z);\n"
                              "  for (int n = thread; n < 2904; n += 128) {\n"
                              "    int const x = tile_x - 1 + n / 1 % 66;\n"));
  EXPECT_THAT(cuda, HasSubstr("if (x < end_x + 1 && y < end_y && z < end_z + 1) {\n"));
  EXPECT_THAT(cuda, HasSubstr("kept_tile_u[n] = v0;\n    }\n  }\n  __syncthreads();\n  for (int z = tile_z;"));
  EXPECT_THAT(cuda, HasSubstr("int const at_kept_tile_u = x - tile_x + 1 + 66*(y - tile_y) + 264*(z - tile_z + 2);\n"));
  EXPECT_THAT(cuda, HasSubstr("double const v1 = kept_tile_u[at_kept_tile_u + 263];\n"));
  std::string const opencl = emit::emit_opencl(with_tile("tile", ""));
  EXPECT_THAT(opencl, AllOf(HasSubstr("__local double kept_tile_u[2904];\n"),
                            HasSubstr("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n")));
}

TEST(DeviceDialects, FillPlanesOneAfterTheOther) {
  std::string const text = emit::emit_cuda(with_tile("", "tile"));
  EXPECT_THAT(text, HasSubstr("  __shared__ double kept_tile_u[1320];\n")) << "66 * 4 * 5";
  EXPECT_THAT(text, HasSubstr("for (int plane = z == tile_z ? z - 2 : z + 1; plane <= z + 1; ++plane) {\n"));
  EXPECT_THAT(text, HasSubstr("kept_tile_u[(z - tile_z + 2) % 5 * 264 + n] = v0;\n"));
  EXPECT_THAT(text, HasSubstr("double const v1 = kept_tile_u[(z - tile_z + 3) % 5 * 264 + at_kept_tile_u - 1];\n"));
}

TEST(DeviceDialects, GiveBuffersUniqueNames) {
  std::string const text = emit::emit_cuda(ir::parse_loops(
      "loops k {\ngrid 3\nallocated 67 9 14\nin x\nout o\nfor tiles z step 8 blocks\nfor tiles y step 4 blocks\n"
      "for tiles x step 64 blocks\nbuffer tile::x tile real64 x 0:0 y 0:0 z 0:0\nreal64 %0 = load x[x,y,z]\n"
      "store tile::x[x,y,z] %0\nbarrier\nfor z\nfor y block 2\nfor x block 64\nreal64 %1 = load tile::x[x,y,z]\n"
      "store o[x,y,z] %1\n}\n"));
  EXPECT_THAT(text, HasSubstr("int const tile_x = "));
  EXPECT_THAT(text, HasSubstr("__shared__ double kept_tile_x["));
}

TEST(DeviceDialects, MoveRegistersAlongTheStream) {
  ir::Loops const loops = ir::parse_loops(
      "loops k {\ngrid 3\nallocated 67 9 14\nin u\nout o\nfor tiles z step 8 blocks\nfor tiles y step 2 blocks\n"
      "for tiles x step 64 blocks\nfor z\nbuffer registers::u registers real64 x 0:0 y 0:0 z -1:1\n"
      "real64 %0 = load u[x,y,z]\nstore registers::u[x,y,z] %0\nfor y block 2\nfor x block 64\n"
      "real64 %1 = load registers::u[x,y,z-1]\nstore o[x,y,z] %1\n}\n");
  std::string const text = emit::emit_opencl(loops);
  EXPECT_THAT(text, HasSubstr("bool const has_points = x < end_x && y < end_y;\n"
                              "  double kept_registers_u_0 = 0, kept_registers_u_1 = 0, kept_registers_u_2 = 0;\n"
                              "  if (has_points) {\n    int const z = tile_z - 1;\n"));
  EXPECT_THAT(text,
              HasSubstr("    kept_registers_u_0 = kept_registers_u_1;\n    kept_registers_u_1 = kept_registers_u_2;\n"
                        "    int const last_kept_registers_u = z + 1;\n"));
  EXPECT_THAT(text, HasSubstr("double const v1 = kept_registers_u_0;\n"));
}

TEST(DeviceDialects, PassParametersByValue) {
  for (auto const& text : {emit::emit_opencl(sample), emit::emit_cuda(sample)})
    EXPECT_THAT(text,
                HasSubstr("  int allocated[3];    // extents of the arrays in memory\n  double parameters[2];\n};\n"));
  ir::Loops const without = loops_of("grid 3\nallocated 67 9 4\nout o\n", "", "real64 %0 = time\nstore o[x,y,z] %0\n");
  for (auto const& text : {emit::emit_opencl(without), emit::emit_cuda(without)})
    EXPECT_THAT(text, AllOf(HasSubstr("// extents of the arrays in memory\n};\n"), HasSubstr("v0 = arguments.time;")));
}

TEST(DeviceDialects, ComputeFunctionsOfSinglePrecisionInDouble) {
  ir::Loops const loops = loops_of("grid 3 real32\nallocated 67 9 4\nin u\nout o\n", "",
                                   "real32 %0 = load u[x,y,z]\nreal32 %1 = power %0 %0\nreal32 %2 = sqrt %1\n"
                                   "real32 %3 = absolute %2\nstore o[x,y,z] %3\n");
  EXPECT_THAT(emit::emit_opencl(loops),
              AllOf(HasSubstr("float library_pow(float a, float b) { return (float)pow((double)a, (double)b); }\n"),
                    HasSubstr("= library_pow(v0, v0);"), HasSubstr("= sqrt(v1);"), HasSubstr("= fabs(v2);")));
  EXPECT_THAT(emit::emit_cuda(loops), AllOf(HasSubstr("static __device__ float library_pow(float a, float b)"),
                                            HasSubstr("= sqrtf(v1);"), HasSubstr("= fabsf(v2);")));
}

TEST(DeviceDialects, SpellInfinitiesAndNaNs) {
  auto const with = [](std::string const& type, std::string const& number) {
    return loops_of("grid 3 " + type + "\nallocated 67 9 4\nout o\n", "",
                    type + " %0 = immediate " + number + "\nstore o[x,y,z] %0\n");
  };
  EXPECT_THAT(emit::emit_opencl(with("real64", "-inf")), HasSubstr("v0 = -(double)INFINITY;"));
  EXPECT_THAT(emit::emit_opencl(with("real32", "inf")), HasSubstr("v0 = INFINITY;"));
  EXPECT_THAT(emit::emit_cuda(with("real64", "inf")),
              HasSubstr("__longlong_as_double((long long)0x7ff0000000000000ull)"));
  EXPECT_THAT(emit::emit_cuda(with("real32", "-inf")), HasSubstr("__uint_as_float(0xff800000u)"));
}

TEST(DeviceDialects, RejectNestsOfTheHost) {
  ir::Loops const host = ir::parse_loops("loops k {\ngrid 3\nallocated 9 9 9\nout o\nfor z\nfor y\nfor x\n"
                                         "real64 %0 = time\nstore o[x,y,z] %0\n}\n");
  EXPECT_THROW(emit::emit_opencl(host), base::InternalError);
  EXPECT_THROW(emit::emit_cuda(host), base::InternalError);
  EXPECT_EQ(emit::emit(host, plan::Language::cpp), emit::emit_cpp(host));
}

} // namespace
