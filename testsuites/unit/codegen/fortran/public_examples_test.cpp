// Reads the public examples of Loo.py, which are not part of this project. CHEMORA_LOOPY_EXAMPLES names their folder.
#include "codegen/fortran/fortran.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace chemora::fortran {
namespace {

class PublicExamples : public testing::Test {
protected:
  void SetUp() override {
    if (!std::getenv("CHEMORA_LOOPY_EXAMPLES")) GTEST_SKIP() << "[SKIP] CHEMORA_LOOPY_EXAMPLES names no folder";
  }

  static std::vector<loops::LoopKernel> read(std::string const& name,
                                             std::vector<std::string> const& definitions = {}) {
    return parse(base::read_source(std::string(std::getenv("CHEMORA_LOOPY_EXAMPLES")) + "/" + name),
                 {.definitions = definitions});
  }

  static std::vector<std::string> names_of_loops(loops::LoopKernel const& kernel) {
    std::vector<std::string> names;
    for (loops::Loop const& loop : kernel.loops) names.push_back(loop.name);
    return names;
  }
};

TEST_F(PublicExamples, MatrixProductHasOneUpdate) {
  auto const kernels = read("matmul.floopy");
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(kernels[0].instructions.size(), 1);
  EXPECT_TRUE(loops::update_of(kernels[0].instructions[0]));
}

TEST_F(PublicExamples, SparseProductHasALoopWhoseLengthIsData) {
  auto const kernels = read("sparse.floopy");
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(kernels[0].array("rowsum").copies, std::vector<std::string>{"i"});
  EXPECT_THAT(to_text(kernels[0]), testing::HasSubstr("loop j: 0 <= j <= length - 1"));
}

TEST_F(PublicExamples, TaggedRegionsBecomeTwoLoops) {
  auto const kernels = read("tagging.floopy", {"real_type real*8", "factor 4.0"});
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(names_of_loops(kernels[0]), (std::vector<std::string>{"i", "i_1"}));
  EXPECT_EQ(kernels[0].instructions[1].tags, std::set<std::string>{"mult"});
}

TEST_F(PublicExamples, VolumeKernelKeepsOneFluxPerElement) {
  auto const kernels = read("volumeKernel.floopy");
  ASSERT_EQ(kernels.size(), 1);
  EXPECT_EQ(names_of_loops(kernels[0]), (std::vector<std::string>{"e", "k", "j", "i", "k_1", "j_1", "i_1", "d", "n"}));
  EXPECT_EQ(kernels[0].array("F").copies, std::vector<std::string>{"e"});
  EXPECT_TRUE(kernels[0].find_parameter("Nq"));
}

TEST_F(PublicExamples, StrongVolumeKernelsAreThree) {
  auto const kernels = read("strongVolumeKernels.f90", {"datafloat real*4", "Nq 8", "p_p0 1", "p_Gamma 1.4", "p_R 1"});
  ASSERT_EQ(kernels.size(), 3);
  for (loops::LoopKernel const& kernel : kernels) {
    EXPECT_EQ(kernel.instructions.size(), 28) << kernel.name;
    EXPECT_EQ(kernel.array("Uflux").copies.size(), 5) << kernel.name;
  }
}

} // namespace
} // namespace chemora::fortran
