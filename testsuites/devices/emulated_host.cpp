#include "testsuites/devices/emulated_host.hpp"

#include "kernels/device/host/compiler.hpp"
#include "kernels/device/host/process.hpp"
#include "testsuites/devices/device_on_host.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <unistd.h>

namespace chemora::testing_support {

namespace {

namespace fs = std::filesystem;

/// The main program that is compiled with each kernel. It reads a binary file with the launch arguments, the number of
/// parameters and the parameter values. The lists of inputs and outputs follow. Each list contains the number of arrays
/// and, for each array, its size in bytes, an identifier and its bytes. An array that is both input and output has the
/// same identifier in both lists. After the launch, the program overwrites the file with the outputs.
constexpr char const* program = R"(
#include <cstdio>
#include <map>
#include <vector>
int main(int, char** argv) {
  std::FILE* file = std::fopen(argv[1], "rb");
  auto const read = [&](void* to, long bytes) {
    if ((long)std::fread(to, 1, bytes, file) != bytes) std::abort();
  };
  auto const number = [&] { long n; read(&n, sizeof n); return n; };
  chemora_kernel_arguments arguments;
  read(&arguments, sizeof arguments);
  std::vector<double> parameters(number());
  read(parameters.data(), 8 * parameters.size());
  arguments.parameters = parameters.data();
  std::map<long, std::vector<char>> arrays;
  auto const take = [&](long n) {
    std::vector<char*> list;
    for (; n > 0; --n) {
      long const bytes = number();
      auto& array = arrays[number()];
      array.resize(bytes);
      read(array.data(), bytes);
      list.push_back(array.data());
    }
    return list;
  };
  auto const inputs = take(number()), outputs = take(number());
  std::fclose(file);
  chemora_kernel((Real const* const*)inputs.data(), (Real* const*)outputs.data(), &arguments);
  file = std::fopen(argv[1], "wb");
  for (char* output : outputs)
    for (auto const& [id, array] : arrays)
      if (array.data() == output) std::fwrite(output, 1, array.size(), file);
  return std::fclose(file);
}
)";

class PrivateFolder {
public:
  PrivateFolder() {
    std::string pattern = (fs::temp_directory_path() / "chemora-test-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw device::DeviceError("No folder " + pattern + " can be made.");
    path_ = pattern;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PrivateFolder(PrivateFolder const&) = delete;
  PrivateFolder& operator=(PrivateFolder const&) = delete;
  fs::path const& path() const { return path_; }

private:
  fs::path path_;
};

std::string contents(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs a program. Throws device::DeviceError with the output of the program if its exit code is not 0.
void run(std::vector<std::string> const& arguments, fs::path const& log) {
  if (int const code = device::wait_for(device::start_process(arguments, log.string())); code != 0)
    throw device::DeviceError(arguments.front() + " ended with exit code " + std::to_string(code) + ":\n" +
                              contents(log));
}

using Sizes = std::map<void const*, std::size_t>; ///< size in bytes of each allocated array

class EmulatedModule final : public device::Module {
public:
  EmulatedModule(std::vector<std::string> command, std::string const& object, Sizes const& sizes, int n_parameters)
      : command_(std::move(command)), sizes_(sizes), n_parameters_(n_parameters) {
    fs::path const file = folder_.path() / "program";
    std::ofstream(file, std::ios::binary) << object;
    fs::permissions(file, fs::perms::owner_all);
    command_.push_back(file.string());
    command_.push_back((folder_.path() / "arrays").string());
  }

  void launch(std::span<void const* const> inputs, std::span<void* const> outputs,
              chemora_kernel_arguments const& arguments) override {
    {
      std::ofstream file(command_.back(), std::ios::binary);
      file.write(reinterpret_cast<char const*>(&arguments), sizeof arguments);
      write_number(file, n_parameters_);
      file.write(reinterpret_cast<char const*>(arguments.parameters), n_parameters_ * long{sizeof(double)});
      write_number(file, static_cast<long>(inputs.size()));
      for (void const* input : inputs) write_array(file, input);
      write_number(file, static_cast<long>(outputs.size()));
      for (void const* output : outputs) write_array(file, output);
    }
    run(command_, folder_.path() / "log");
    std::ifstream file(command_.back(), std::ios::binary);
    for (void* output : outputs)
      if (!file.read(static_cast<char*>(output), static_cast<long>(sizes_.at(output))))
        throw device::DeviceError("The emulated kernel wrote too little.");
  }

private:
  static void write_number(std::ofstream& file, long n) { file.write(reinterpret_cast<char const*>(&n), sizeof n); }
  void write_array(std::ofstream& file, void const* array) const {
    auto const found = sizes_.find(array);
    write_number(file, static_cast<long>(found->second));
    write_number(file, std::distance(sizes_.begin(), found));
    file.write(static_cast<char const*>(array), static_cast<long>(found->second));
  }

  PrivateFolder folder_;
  std::vector<std::string> command_;
  Sizes const& sizes_;
  int n_parameters_;
};

class EmulatedHost final : public DeviceOnHost {
public:
  explicit EmulatedHost(Emulation emulation) : emulation_(std::move(emulation)) {}

  void* allocate(std::size_t bytes) override {
    void* const memory = DeviceOnHost::allocate(bytes);
    sizes_[memory] = bytes;
    return memory;
  }
  void release(void* memory) noexcept override {
    sizes_.erase(memory);
    DeviceOnHost::release(memory);
  }
  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const> requests, int) override {
    std::vector<device::CompiledObject> objects;
    for (auto const& request : requests) objects.push_back(compile(request));
    return objects;
  }
  std::unique_ptr<device::Module> load(std::string const&, std::string const& object,
                                       device::LaunchShape const& shape) override {
    return std::make_unique<EmulatedModule>(emulation_.emulator, object, sizes_, shape.n_parameters);
  }

private:
  /// Compiles a kernel to a static executable. Uses the compiler flags of host kernels except -march=native and
  /// -shared.
  device::CompiledObject compile(device::CompileRequest const& request) const {
    PrivateFolder const folder;
    std::string const stem = (folder.path() / "kernel").string();
    bool const is_single = request.source.find("chemora_kernel(float") != std::string::npos;
    std::ofstream(stem + ".cpp") << "#include <cstdlib>\n"
                                 << request.source << "\n#define Real " << (is_single ? "float" : "double") << "\n"
                                 << program;
    auto command = emulation_.compiler;
    for (auto const& flag : device::compiler_flags())
      if (flag != "-march=native" && flag != "-shared") command.push_back(flag);
    command.insert(command.end(), {"-static", "-o", stem, stem + ".cpp"});
    try {
      run(command, stem + ".log");
    } catch (device::DeviceError const& error) {
      return {{}, error.what()};
    }
    return {contents(stem), {}};
  }

  Emulation emulation_;
  Sizes sizes_;
};

std::string existing(std::string const& path, std::string const& package) {
  if (access(path.c_str(), X_OK) != 0)
    throw device::DeviceError("there is no " + path + " (Debian package " + package + ")");
  return path;
}

} // namespace

Emulation emulation_of_aarch64() {
  return {{existing("/usr/bin/aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"), "-march=armv8-a"},
          {existing("/usr/bin/qemu-aarch64", "qemu-user")}};
}

std::unique_ptr<device::Device> make_emulated_host(Emulation const& emulation) {
  return std::make_unique<EmulatedHost>(emulation);
}

} // namespace chemora::testing_support
