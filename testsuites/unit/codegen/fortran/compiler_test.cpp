// Compares the values of a subroutine with those that gfortran computes.
#include "codegen/fortran/fortran.hpp"
#include "framework/base/errors.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace chemora::fortran {
namespace {

TEST(FortranCompiler, ComputesTheSameBits) {
  if (std::system("gfortran --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "[SKIP] gfortran is not installed";
  std::string const path = CHEMORA_SOURCE_DIR "/testsuites/fuzz/corpus/fortran/statements.f90";
  std::string const library =
      std::filesystem::temp_directory_path() / ("statements_" + std::to_string(::getpid()) + ".so");
  ASSERT_EQ(std::system(("gfortran -O1 -ffp-contract=off -shared -fPIC -o " + library + " " + path).c_str()), 0);
  void* const handle = dlopen(library.c_str(), RTLD_NOW);
  std::filesystem::remove(library);
  ASSERT_NE(handle, nullptr) << dlerror();
  using Subroutine = void(int const*, int const*, double const*, int const*, double const*, double*, double*);
  auto* const subroutine = reinterpret_cast<Subroutine*>(dlsym(handle, "statements_"));
  ASSERT_NE(subroutine, nullptr);

  int const n = 6, m = 7;
  double const a = 0.7;
  std::vector<int> const index{1, 2, 5, 4, 6, 3, 2};
  std::vector<double> const x{1.5, -2.25, 0.1, -3.5, 2.0, -2.142857142857143};
  std::vector<double> y(n + 1, 0.125), z(5 * m);
  for (std::size_t k = 0; k < z.size(); ++k) z[k] = 0.3 * static_cast<double>(k) - 2;
  std::map<std::string, std::vector<double>> arrays{
      {"index", {index.begin(), index.end()}}, {"x", x}, {"y", y}, {"z", z}};

  subroutine(&n, &m, &a, index.data(), x.data(), y.data(), z.data());
  interpret(parse(base::read_source(path)).at(0), {{"n", n}, {"m", m}, {"a", a}}, arrays);
  EXPECT_EQ(arrays["y"], y);
  EXPECT_EQ(arrays["z"], z);
  dlclose(handle);
}

} // namespace
} // namespace chemora::fortran
