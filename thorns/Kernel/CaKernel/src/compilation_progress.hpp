/// Shows which kernel is being compiled, if the user has to wait for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ca_kernel {

/// Prints a line about compilations that take more than a second. On a terminal, this line is updated every second and
/// erased at the end of the compilation. Otherwise a line is printed at most every `interval` of compilation time:
///
///     Compiling kernels: 7 of about 14 in 31 s, now BSSN::BSSN_RHS
class CompilationProgress {
public:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  /// How and when the line is printed.
  struct Output {
    std::function<void(std::string const&)> print; ///< prints and flushes a text
    bool is_terminal = false;
    Seconds first{1.}, update{1.}, interval{10.};
  };

  explicit CompilationProgress(Output output);
  ~CompilationProgress();
  CompilationProgress(CompilationProgress const&) = delete;
  CompilationProgress& operator=(CompilationProgress const&) = delete;

  /// Sets the number of kernels that the run will compile, as far as known: fusion and regions change it.
  void expect(int n_kernels) { n_expected_ = n_kernels; }

  void begin(std::string const& kernel);
  /// Returns the seconds since begin().
  double end();

private:
  void watch();
  void show();
  void erase();

  Output output_;
  std::string kernel_{};
  Clock::time_point start_{};
  Seconds earlier_{0}, printed_{-1e9}; ///< compilation time before this kernel, and at the last printed line
  int n_finished_ = 0, n_expected_ = 0;
  std::size_t width_ = 0; ///< of the text on the terminal
  bool is_running_ = false;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::thread watcher_{};
};

} // namespace ca_kernel
