// Tests compilation, loading, launches and copies on the host, and their error messages.
#include "kernels/device/host/compiler.hpp"
#include "kernels/device/host/host_device.hpp"
#include "testsuites/support/packed_boxes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <sys/resource.h>
#include <vector>

namespace chemora::device {
namespace {

using testing::HasSubstr;

/// Sets an environment variable during the lifetime of this object.
class ScopedVariable {
public:
  ScopedVariable(char const* name, std::string const& value)
      : name_(name), old_(std::getenv(name) ? std::getenv(name) : "") {
    setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() { old_.empty() ? unsetenv(name_) : setenv(name_, old_.c_str(), 1); }

private:
  char const* name_;
  std::string old_;
};

std::string kernel_that_adds(int number) {
  return "struct chemora_kernel_arguments { int lower[3], upper[3]; };\n"
         "extern \"C\" void chemora_kernel(double const* const* in, double* const* out, chemora_kernel_arguments "
         "const* a) {\n"
         "  for (int i = a->lower[0]; i < a->upper[0]; ++i) out[0][i] = in[0][i] + " +
         std::to_string(number) + ";\n}\n";
}

chemora_kernel_arguments points(int lower, int upper) {
  chemora_kernel_arguments arguments{};
  arguments.lower[0] = lower;
  for (int axis = 0; axis < 3; ++axis) arguments.upper[axis] = 1;
  arguments.upper[0] = upper;
  return arguments;
}

double run(Module& module, int lower, int upper) {
  double in[4] = {10, 20, 30, 40}, out[4] = {0, 0, 0, 0};
  void const* inputs[] = {in};
  void* outputs[] = {out};
  module.launch(inputs, outputs, points(lower, upper));
  return out[0] + out[1] + out[2] + out[3];
}

TEST(HostDevice, CompilesSeveralKernels) {
  auto const device = make_host_device();
  std::vector<CompileRequest> const requests{
      {"one", kernel_that_adds(1)}, {"two", kernel_that_adds(2)}, {"three", kernel_that_adds(3)}};
  auto const objects = device->compile(requests, 2);
  std::vector<std::unique_ptr<Module>> modules;
  for (auto const& object : objects) {
    ASSERT_EQ(object.error, "");
    EXPECT_GT(object.seconds, 0);
    modules.push_back(device->load("test", object.object, {}));
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run(*modules[static_cast<std::size_t>(i)], 1, 3), 50 + 2 * (i + 1));
  EXPECT_EQ(run(*modules[0], 2, 2), 0) << "an empty box does nothing";
  modules.clear(); // unloads all modules; loading an object again must give the correct code
  EXPECT_EQ(run(*device->load("test", objects[2].object, {}), 0, 1), 13);
}

TEST(HostDevice, SavesSourceAndLogOfAFailedCompilation) {
  auto const device = make_host_device();
  std::vector<CompileRequest> const requests{{"bad; rm -rf $HOME", "int main( {"}, {"good", kernel_that_adds(1)}};
  auto const objects = device->compile(requests, 1);
  EXPECT_THAT(objects[0].error, HasSubstr("on kernel bad; rm -rf $HOME"));
  EXPECT_THAT(objects[0].error, HasSubstr("error:"));
  EXPECT_EQ(objects[1].error, "");
  auto const begin = objects[0].error.find("source is in ") + 13;
  std::filesystem::path const source = objects[0].error.substr(begin, objects[0].error.find(".cpp", begin) + 4 - begin);
  EXPECT_TRUE(std::filesystem::exists(source)) << source;
  auto const folder = source.parent_path();
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
  std::filesystem::remove_all(folder);
}

TEST(HostDevice, RejectsObjectsWithoutAKernel) {
  auto const device = make_host_device();
  EXPECT_THROW(device->load("broken", "this is no shared object", {}), DeviceError);
  auto const object = device->compile(std::vector<CompileRequest>{{"none", "int something_else;"}}, 1).front();
  EXPECT_THROW(device->load("none", object.object, {}), DeviceError);
}

/// Returns the path of a compiler script that runs for 0.3 s and then appends a line to the file `ended`.
std::string slow_compiler(std::filesystem::path const& folder) {
  auto const script = folder / "slow";
  std::ofstream(script) << "#!/bin/sh\nsleep 0.3\necho done >> " << (folder / "ended").string() << "\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  return script.string();
}

/// A temporary folder of one test.
class ScopedFolder {
public:
  ScopedFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "chemora-host-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~ScopedFolder() { std::filesystem::remove_all(path); }

  std::filesystem::path path;
};

TEST(HostDevice, RejectsTruncatedObjects) {
  auto const device = make_host_device();
  std::vector<CompileRequest> const requests{{"whole", kernel_that_adds(1)}};
  std::string const object(without_stack_bytes(device->compile(requests, 1).front().object));
  EXPECT_EQ(run(*device->load("whole", object, {}), 0, 1), 11);
  for (std::size_t size = 0; size < object.size(); size += 1 + (object.size() - 1 - size) / 20)
    EXPECT_THROW(device->load("truncated", object.substr(0, size), {}), DeviceError) << size << " of " << object.size();
  std::string damaged = object;
  damaged.replace(damaged.size() - 3000, 3000, 3000,
                  '\0'); // simulates a file system that loses the last blocks of a file
  EXPECT_THROW(device->load("damaged", damaged, {}), DeviceError);
}

TEST(CompileTexts, LeavesNoCompilerRunningWhenTheNextCannotStart) {
  ScopedFolder const folder;
  Compiler const compiler{slow_compiler(folder.path), "slow 1"};
  std::string const too_long_for_a_file(5000, 'k'); // its source cannot be written
  std::vector<CompileRequest> const requests{{"one", "x"}, {"two", "x"}, {too_long_for_a_file, "x"}};
  try {
    compile_texts(compiler, requests, 3);
    FAIL() << "no error";
  } catch (DeviceError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be written"));
    EXPECT_THAT(error.what(), HasSubstr("TMPDIR"));
  }
  std::ifstream ended(folder.path / "ended");
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(ended), {}, '\n'), 2)
      << "both compilers ended before the error was thrown";
}

/// Returns the path of a compiler script that removes the source folder before its first `times` compilations. This
/// simulates a system that cleans its temporary files.
std::string cleaned_away(std::filesystem::path const& folder, int times) {
  auto const script = folder / "cleaned_away", count = folder / "count";
  std::ofstream(script) << "#!/bin/sh\nfor text; do :; done\necho >> " << count.string() << "\nif [ `wc -l < "
                        << count.string() << "` -le " << times
                        << " ]; then rm -r \"`dirname $text`\"; fi\nexec /usr/bin/env c++ \"$@\"\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  return script.string();
}

TEST(CompileTexts, CompilesRemovedSourcesAgain) {
  std::string const text = "extern \"C\" int chemora_kernel() { return 0; }\n";
  std::vector<CompileRequest> const requests{{"one", text}, {"two", text}, {"three", text}};
  for (int const n_processes : {1, 2}) {
    ScopedFolder const folder;
    auto const results = compile_texts({cleaned_away(folder.path, 1), "1"}, requests, n_processes);
    ASSERT_EQ(results.size(), 3u);
    for (CompiledObject const& result : results) {
      EXPECT_FALSE(result.object.empty()) << result.error;
      EXPECT_EQ(result.error, "");
    }
  }
}

TEST(CompileTexts, SavesFailedSourcesOnlyOnRequest) {
  ScopedFolder const folder;
  ScopedVariable const variable("TMPDIR", folder.path.string());
  auto const n_folders = [&] { return std::distance(std::filesystem::directory_iterator(folder.path), {}); };
  Compiler const compiler{"/bin/false", "1"};
  compile_texts(compiler, std::vector<CompileRequest>{{"one", "x", false}}, 1);
  EXPECT_EQ(n_folders(), 0);
  compile_texts(compiler, std::vector<CompileRequest>{{"one", "x"}}, 1);
  EXPECT_EQ(n_folders(), 1);
}

TEST(CompileTexts, ReportsFoldersThatAreRemovedRepeatedly) {
  ScopedFolder const folder;
  try {
    compile_texts({cleaned_away(folder.path, 100), "1"}, std::vector<CompileRequest>{{"one", "int i;"}}, 1);
    FAIL() << "no error";
  } catch (DeviceError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("Kernel one cannot be compiled: another program has removed the folder"));
    EXPECT_THAT(error.what(), HasSubstr("3 times during the compilation. Set TMPDIR"));
  }
}

TEST(CompileTexts, ReportsAFullDisk) {
  ScopedFolder const folder;
  Compiler const compiler{slow_compiler(folder.path), "slow 1"};
  struct rlimit before {};
  getrlimit(RLIMIT_FSIZE, &before);
  auto const old_action = std::signal(SIGXFSZ, SIG_IGN); // a write beyond the limit then fails, as on a full disk
  struct rlimit const small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::string message;
  try {
    compile_texts(compiler, std::vector<CompileRequest>{{"long", std::string(10000, '/')}}, 1);
  } catch (DeviceError const& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_action);
  EXPECT_THAT(message, HasSubstr("Is its disk full?"));
}

TEST(FindCompiler, AcceptsOnlyTheAbsolutePathOfAnExecutable) {
  for (std::string const bad : {"g++", "./g++", "/etc/passwd", "/usr/bin/g++ -fplugin=x", "/nowhere/g++"}) {
    ScopedVariable const variable("CHEMORA_CXX", bad);
    EXPECT_THROW(find_compiler(), DeviceError) << bad;
  }
  std::string const path = find_compiler().path;
  ScopedVariable const variable("CHEMORA_CXX", path);
  EXPECT_EQ(find_compiler().path, path);
  EXPECT_FALSE(find_compiler().version.empty());
}

TEST(FindCompiler, ReportsAMissingCompiler) {
  ScopedVariable const path("PATH", ".:relative:");
  EXPECT_THROW(find_compiler(), NoCompiler);
  auto const device = make_host_device();
  EXPECT_THAT(device->properties().no_compiler, HasSubstr("there is no c++, g++ or clang++ in PATH."));
  std::vector<CompileRequest> const requests{{"one", kernel_that_adds(1)}};
  EXPECT_THROW(device->compile(requests, 1), DeviceError);
}

/// Returns the path of a shell script that replaces the compiler.
std::string stand_in(std::filesystem::path const& folder, std::string const& lines) {
  auto const script = folder / "compiler";
  std::ofstream(script) << "#!/bin/sh\n" << lines << "\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  return script.string();
}

TEST(FindCompiler, ReportsACompilerThatFails) {
  ScopedFolder const folder;
  ScopedVariable const silent("CHEMORA_CXX", stand_in(folder.path, "exit 4"));
  EXPECT_THAT(make_host_device()->properties().no_compiler, HasSubstr("--version ended with exit code 4."));
  ScopedVariable const no_temporary("TMPDIR", "/nowhere");
  EXPECT_THAT(make_host_device()->properties().no_compiler, HasSubstr("Set TMPDIR to one with space."));
}

TEST(HostDevice, DistinguishesABrokenCompilerFromAWrongSource) {
  std::vector<CompileRequest> const wrong{{"wrong", "int main( {"}};
  ScopedFolder const folder;
  ScopedVariable const temporary("TMPDIR", folder.path.string());
  auto const works = make_host_device();
  EXPECT_THAT(works->compile(wrong, 1).front().error, HasSubstr("on kernel wrong"));
  EXPECT_EQ(works->properties().no_compiler, "");
  std::string const lines = "[ \"$1\" = --version ] && echo half 1 && exit 0\necho no linker; exit 3";
  ScopedVariable const half("CHEMORA_CXX", stand_in(folder.path, lines));
  auto const broken = make_host_device();
  EXPECT_EQ(broken->properties().no_compiler, "");
  EXPECT_THAT(broken->compile(wrong, 1).front().error, HasSubstr("no linker"));
  EXPECT_THAT(broken->properties().no_compiler, HasSubstr("ended with exit code 3 on kernel wrong"));
}

extern "C" void add_seven(double const* const* in, double* const* out, chemora_kernel_arguments const* a) {
  for (int i = a->lower[0]; i < a->upper[0]; ++i) out[0][i] = in[0][i] + 7;
}

TEST(BuiltInModule, CallsTheFunction) {
  auto const module = make_built_in_module(reinterpret_cast<void const*>(&add_seven));
  EXPECT_EQ(run(*module, 1, 3), 64);
  EXPECT_EQ(run(*module, 2, 2), 0) << "an empty box does nothing";
}

TEST(CompilerFlags, NeverChangeTheBits) {
  auto const& flags = compiler_flags();
  EXPECT_THAT(flags, testing::Contains("-ffp-contract=off"));
  EXPECT_THAT(flags, testing::Not(testing::Contains("-ffast-math")));
}

TEST(CopyBox, MovesThePointsOfTheBoxAndNoOthers) {
  ArrayShape const shape{{5, 4, 3}, sizeof(double)};
  std::vector<double> from(60), to(60, -1);
  std::iota(from.begin(), from.end(), 0);
  base::Box const box{{1, 1, 1}, {3, 4, 9}}; // reaches beyond the array
  EXPECT_EQ(copy_box(to.data(), from.data(), shape, box), 2u * 3 * 2 * sizeof(double));
  for (int i = 0; i < 60; ++i) {
    bool const is_inside = box.contains({i % 5, i / 5 % 4, i / 20});
    EXPECT_EQ(to[static_cast<std::size_t>(i)], is_inside ? i : -1);
  }
  EXPECT_EQ(copy_box(from.data(), from.data(), shape, box), 0u) << "one memory: nothing moves";
}

TEST(HostDevice, PacksAndCopiesBoxes) {
  auto const device = make_host_device();
  testing_support::expect_packs_boxes(testing_support::packing_of(*device));
  testing_support::expect_copies_within(testing_support::packing_of(*device));
}

TEST(HostDevice, AllocatesAlignedMemory) {
  auto const device = make_host_device();
  void* const memory = device->allocate(100);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
  device->release(memory);
}

TEST(HostDevice, SpreadsLargeArraysOverTheSetsOfACache) {
  constexpr std::size_t bytes = 2 << 20, way = 128 << 10, small_page = 4 << 10, n = 20;
  auto const device = make_host_device();
  std::vector<void*> arrays;
  std::vector<std::size_t> in_way;
  std::set<std::size_t> in_small_page;
  for (std::size_t i = 0; i < n; ++i) {
    arrays.push_back(device->allocate(bytes));
    auto const address = reinterpret_cast<std::uintptr_t>(arrays.back());
    EXPECT_EQ(address % 64, 0u);
    in_way.push_back(address % way);
    in_small_page.insert(address % small_page);
  }
  EXPECT_EQ(in_small_page.size(), n);
  std::sort(in_way.begin(), in_way.end());
  in_way.push_back(in_way.front() + way);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_GE(in_way[i + 1] - in_way[i], way / n / 3);
    EXPECT_LE(in_way[i + 1] - in_way[i], 3 * way / n);
  }
  for (void* const array : arrays) device->release(array);
}

} // namespace
} // namespace chemora::device
