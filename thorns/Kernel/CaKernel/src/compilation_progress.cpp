#include "compilation_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ca_kernel {

CompilationProgress::CompilationProgress(Output output) : output_(std::move(output)) {}

CompilationProgress::~CompilationProgress() {
  if (watcher_.joinable()) end();
}

void CompilationProgress::begin(std::string const& kernel) {
  if (watcher_.joinable()) end();
  kernel_ = kernel;
  start_ = Clock::now();
  is_running_ = true;
  watcher_ = std::thread([this] { watch(); });
}

double CompilationProgress::end() {
  {
    std::lock_guard const lock(mutex_);
    is_running_ = false;
  }
  changed_.notify_all();
  watcher_.join();
  Seconds const duration = Clock::now() - start_;
  earlier_ += duration;
  ++n_finished_;
  return duration.count();
}

/// Runs in a thread of its own until the compilation ends.
void CompilationProgress::watch() {
  std::unique_lock lock(mutex_);
  auto const has_ended = [&] { return !is_running_; };
  for (Seconds pause = output_.first; !changed_.wait_for(lock, pause, has_ended); pause = output_.update) show();
  erase();
}

void CompilationProgress::show() {
  Seconds const total = earlier_ + (Clock::now() - start_);
  if (!output_.is_terminal && total < printed_ + output_.interval) return;
  printed_ = total;
  std::string const expected = n_expected_ > n_finished_ ? fmt::format(" of about {}", n_expected_) : "";
  std::string const text =
      fmt::format("Compiling kernels: {}{} in {:.0f} s, now {}", n_finished_, expected, total.count(), kernel_);
  if (!output_.is_terminal) return output_.print(text + "\n");
  output_.print(fmt::format("\r{:<{}}", text, width_));
  width_ = std::max(width_, text.size());
}

void CompilationProgress::erase() {
  if (width_ > 0) output_.print("\r" + std::string(width_, ' ') + "\r");
  width_ = 0;
}

} // namespace ca_kernel
