/// tuning_search CAPTURE --database FILE [--budget SECONDS] [--seed N] [--scores N] [--workers N]
/// [--components]: searches for the fastest plan of a captured kernel. --workers is the number of such processes.
#include "framework/base/errors.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/search/search.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace chemora;

struct Options {
  std::string capture, database;
  double budget = 60;
  std::uint64_t seed = 1;
  int n_scores = 5;
  int n_workers = 1;
  bool studies_components = false;
};

template <class Number>
Number parse(std::string const& option, std::string const& text) {
  Number number{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= Number{0})
    throw base::UserError(fmt::format("The value of {} is `{}`; expected a positive number.", option, text));
  return number;
}

Options parse(std::vector<std::string> const& words) {
  Options options;
  for (std::size_t n = 0; n < words.size(); ++n) {
    std::string const& word = words[n];
    if (!word.starts_with("--")) {
      options.capture = word;
      continue;
    }
    if (word == "--components") {
      options.studies_components = true;
      continue;
    }
    if (n + 1 == words.size()) throw base::UserError(fmt::format("The option {} needs a value.", word));
    std::string const& value = words[++n];
    if (word == "--database")
      options.database = value;
    else if (word == "--budget")
      options.budget = parse<double>(word, value);
    else if (word == "--seed")
      options.seed = parse<std::uint64_t>(word, value);
    else if (word == "--scores")
      options.n_scores = parse<int>(word, value);
    else if (word == "--workers")
      options.n_workers = parse<int>(word, value);
    else
      throw base::UserError(fmt::format(
          "{} is not an option; expected --database, --budget, --seed, --scores, --workers or --components.", word));
  }
  if (options.capture.empty() || options.database.empty())
    throw base::UserError("usage: tuning_search CAPTURE --database FILE [--budget SECONDS] [--seed N] [--scores N] "
                          "[--workers N] [--components]");
  return options;
}

void print(search::Progress const& progress) {
  fmt::print("{:6.1f} s of {:.0f} s: {} measurements, {} failed; best {:.4g} points/s, {:.3f} times the model's plan\n",
             progress.seconds, progress.budget, progress.n_measured, progress.n_failed, progress.best,
             progress.model > 0 ? progress.best / progress.model : 0);
  std::fflush(stdout);
}

/// Opens the device on which a launch was captured, when it is first used. Devices of the same product are equal.
class CapturedDevice {
public:
  explicit CapturedDevice(device::Properties const& properties) : properties_(properties) {}

  device::Device& open() {
    if (device_) return *device_;
    device_ = device::make_device(properties_.language, {.device = properties_.product});
    auto const found = search::origin_of(device_->properties()), expected = search::origin_of(properties_);
    if (properties_.kind != "host" && found.compiler != expected.compiler)
      throw device::DeviceError(
          fmt::format("The captured kernel was compiled by {}, but {} has the compiler {}. Capture the "
                      "kernel again on this machine.",
                      expected.compiler, properties_.product, found.compiler));
    return *device_;
  }

private:
  device::Properties properties_;
  std::unique_ptr<device::Device> device_;
};

int run(Options const& options) {
  auto const loaded = search::read_capture(options.capture);
  machine::set_access_times(loaded.capture.access);
  auto device = loaded.capture.device;
  CapturedDevice captured(device);
  if (loaded.capture.is_on_host()) device = captured.open().properties();
  if (!device.no_compiler.empty()) throw base::UserError(device.no_compiler);
  tuning::Database database(options.database);
  search::SearchOptions search_options{.budget = options.budget, .seed = options.seed};
  search_options.limits.n_scores = options.n_scores;
  search_options.limits.bytes = search::memory_of_worker(options.n_workers);
  search_options.lock_file = options.database + ".lock";
  search_options.studies_components = options.studies_components;
  search_options.report = print;
  auto const open = [&]() -> device::Device& { return captured.open(); };
  search::search(loaded, database, open, search::origin_of(device), search_options);
  return 0;
}

} // namespace

int main(int n_arguments, char** arguments) {
  try {
    return run(parse(std::vector<std::string>(arguments + 1, arguments + n_arguments)));
  } catch (std::exception const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
