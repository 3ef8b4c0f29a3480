// Each rank checks some of the files; all ranks come to the same result.
#include "stored_set.hpp"

#include "read_file.hpp"
#include "text/checkpoint_names.hpp"

#include "IO/IOTools/src/checkpoint/durable_file.hpp"
#include "IO/IOTools/src/communicate.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace iohdf5 {
namespace {

namespace fs = std::filesystem;

/// Does something on rank 0 whose result, a text, or whose failure all ranks shall know.
template <class Action>
std::string on_root(Action action) {
  std::string text;
  if (iotools::my_rank() == 0) try {
      text = "+" + action();
    } catch (std::exception const& error) {
      text = std::string("!") + error.what();
    }
  text = iotools::from_root(text);
  if (text[0] == '!') throw std::runtime_error(text.substr(1));
  return text.substr(1);
}

/// The text of the manifest; empty when there is none, or a folder or pipe of that name.
std::string manifest_text(std::string const& folder, std::string const& name) {
  auto const path = folder + "/" + iotools::manifest_name(name);
  return fs::is_regular_file(path) ? iotools::read_text(path) : "";
}

} // namespace

StoredSet find_checkpoint(std::string const& folder, std::string const& name) {
  auto const text = on_root([&] { return manifest_text(folder, name); });
  if (text.empty()) {
    auto const set = find_data_files(folder, name);
    on_root([&] {
      if (has_manifest(set.paths.front()))
        throw std::runtime_error("its manifest `" + iotools::manifest_name(name) +
                                 "` is missing: it was not completed");
      return std::string();
    });
    return set;
  }
  iotools::Manifest manifest;
  try {
    manifest = iotools::parse_manifest(text);
  } catch (std::runtime_error const& error) {
    throw std::runtime_error("its manifest `" + iotools::manifest_name(name) + "` is damaged: " + error.what());
  }
  StoredSet set{folder, name, std::vector<std::string>(manifest.files.size())};
  std::string reason;
  for (std::size_t n = 0; n < manifest.files.size() && reason.empty(); ++n)
    if (static_cast<int>(n) % iotools::n_ranks() == iotools::my_rank()) try {
        reason = why_damaged(manifest.files[n], folder, set.paths[n]);
      } catch (iotools::FileError const& error) {
        reason = error.what();
      }
  for (auto const& each : iotools::from_all(reason))
    if (!each.empty()) throw std::runtime_error(each);
  // A run that was killed after the manifest appeared has left files under temporary names: finish its work.
  for (std::size_t n = 0; n < manifest.files.size(); ++n) {
    auto const final_path = folder + "/" + manifest.files[n].name;
    std::error_code ignored;
    if (!set.paths[n].empty() && set.paths[n] != final_path) fs::rename(set.paths[n], final_path, ignored);
  }
  MPI_Barrier(iotools::communicator());
  for (std::size_t n = 0; n < manifest.files.size(); ++n) {
    auto const final_path = folder + "/" + manifest.files[n].name;
    set.paths[n] = fs::exists(final_path) ? final_path : folder + "/" + iotools::temporary_name(manifest.files[n].name);
  }
  return set;
}

StoredSet find_data_files(std::string const& folder, std::string const& name) {
  auto const n_files = std::stoi(on_root([&]() -> std::string {
    auto const path = folder + "/" + name;
    if (fs::exists(path + ".h5")) return "-1";
    auto const first = path + ".file_0.h5";
    if (!fs::exists(first)) throw std::runtime_error("there is neither `" + path + ".h5` nor `" + first + "`");
    int const n = number_of_files(first);
    for (int number = 1; number < n; ++number)
      if (auto const each = path + ".file_" + std::to_string(number) + ".h5"; !fs::exists(each))
        throw std::runtime_error("the file `" + each + "` is missing");
    return std::to_string(n);
  }));
  StoredSet set{folder, name, {}};
  for (int number = 0; number < std::abs(n_files); ++number)
    set.paths.push_back(folder + "/" + checkpoint_file_name(name, number, n_files < 0));
  return set;
}

} // namespace iohdf5
