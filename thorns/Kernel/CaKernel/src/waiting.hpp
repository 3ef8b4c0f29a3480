// Kernels that have been launched but wait for the time integrator's sums, with which they may become one.
#pragma once

#include "joined_launch.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ca_kernel {

/// A launch waits only after the integrator has said that sums follow, and only as long as nobody else may look: the
/// driver tells of every function before it is called. What waits then runs one after the other, as if nothing had
/// waited. All processes come to the same decisions: from schedule and graphs, or, as devices differ, by asking each
/// other.
class Waiting {
public:
  /// Exists once per process.
  static Waiting& instance();

  /// The integrator will call update() with sums: launches may wait until then.
  void expect_update(cGH const* cctkGH);

  /// Launches now, or lets the launch wait.
  void launch(cGH const* cctkGH, std::string const& thorn, std::string const& kernel);

  /// For each sum whether it is done here: now, or, if all `may_wait`, at the latest before somebody looks. The caller
  /// does the others, in order. The values of `unneeded` arrays are lost if that helps.
  std::vector<bool> update(cGH const* cctkGH, std::vector<Sum> sums, std::vector<GridArray> unneeded, bool may_wait);

  /// Runs all that waits.
  void finish(cGH const* cctkGH);

  /// The driver is about to call this function.
  void before(cGH const* cctkGH, cFunctionData const& function);

  /// Which kernels were joined with what sums, which are followed by them, and why others are not, a sentence or two
  /// each.
  std::vector<std::string> const& joined() const { return joined_; }
  std::vector<std::string> const& followed() const { return followed_; }
  std::vector<std::string> const& reasons() const { return reasons_; }

private:
  bool may_wait();
  bool is_harmless(cFunctionData const& function);
  void add_before(cGH const* cctkGH, std::vector<Sum> const& sums);
  JoinedLaunch* joined(cGH const* cctkGH, Waited const& asked);
  JoinedLaunch* make_joined(cGH const* cctkGH, Waited const& asked);
  void run(cGH const* cctkGH, Waited const& asked, std::vector<bool> const& but_not_before);
  void note(std::vector<Runtime::Launch> const& launches, std::string const& reason);

  bool is_expecting_ = false;
  bool is_running_ = false; ///< what runs now tells Accelerator, which then asks whether anything waits
  bool driver_tells_ = false;
  Waited waiting_;
  struct Known {
    Waited asked;
    JoinedLaunch* one;
  };
  std::vector<Known> known_;                                  ///< differing in more than factors
  std::map<std::string, std::unique_ptr<JoinedLaunch>> made_; ///< null: cannot be one
  std::map<cFunctionData const*, bool> harmless_;             ///< as they stay where they are
  std::vector<std::string> joined_, followed_, reasons_;
};

} // namespace ca_kernel
