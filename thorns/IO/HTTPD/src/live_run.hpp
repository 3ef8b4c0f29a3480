/// Connects the run with the page: after each iteration it takes requests, carries them out on all processes, and
/// publishes the state of the run.
#pragma once

#include "collect.hpp"
#include "control.hpp"
#include "server.hpp"
#include "web/plan.hpp"
#include "web/routes.hpp"

#include "IO/IOTools/src/progress.hpp"

#include <cctk.h>

#include <deque>
#include <memory>
#include <set>
#include <string>

namespace httpd {

/// What rank 0 publishes, and when. Other ranks do not use it.
class Publisher {
public:
  explicit Publisher(Board& board) : board_(board) {}

  /// Whether a publication is due because of the time. The interval between two publications is at least 300 times the
  /// shorter duration of the last two publications, which bounds their share of the running time. The whole page costs
  /// more (docs/measurements/README.md#live-page). The interval is also at least half of HTTPD::refresh_seconds, unless
  /// `slices` contains one that was not collected yet.
  bool is_due(std::vector<SliceRequest> const& slices) const;
  double seconds_between() const { return seconds_between_; }
  int published_iteration() const { return published_iteration_; }
  /// Sets the time of the next publication from that at which the present one started.
  void finish(double start);

  void publish(cGH const* cctkGH, Control const& control, bool is_requested);
  void publish_state(char const* state);
  void add_result(int id, std::string const& text);
  void add_point(cGH const* cctkGH, std::vector<std::string> const& names, std::vector<double> values);
  void set_slice(SliceRequest const& request, Slice slice);
  void keep_slices(std::vector<SliceRequest> const& requests);

  static double seconds_now();

private:
  std::string status(cGH const* cctkGH, Control const& control);
  void update_documents(cGH const* cctkGH);
  void set_document(std::string const& name, std::string text);

  Board& board_;
  Snapshot next_;
  iotools::Progress progress_;
  iotools::Estimate estimate_;
  std::deque<std::string> results_; ///< JSON
  int published_iteration_ = -1;
  double seconds_of_last_ = 0; ///< duration of the last publication
  double earliest_publication_ = 0, next_publication_ = 0, seconds_between_ = 0;
  std::size_t storage_state_ = 0;
  int parameters_version_ = 0;
};

class LiveRun {
public:
  /// Starts the server on rank 0. Ends the run with a message if it cannot listen. Collective.
  void start();

  /// Before ANALYSIS: finds the plotted variables that other output triggers in this iteration, so that the page never
  /// makes the run call a function that no other output needs.
  void find_due_variables(cGH const* cctkGH);

  /// Functions of the output method.
  void after_step(cGH const* cctkGH);
  bool is_due(int variable) const { return due_.contains(variable); }
  void trigger(cGH const* cctkGH, int variable) { plotted_.trigger(cctkGH, variable); }

  /// Disconnects all clients. Must be called before the end of the program.
  void end();

private:
  std::string start_server();
  Plan exchange(cGH const* cctkGH);
  void carry_out(cGH const* cctkGH, Plan const& plan);
  void collect(cGH const* cctkGH, Plan const& plan);

  bool is_started_ = false;
  Board board_;
  Publisher publisher_{board_};
  std::unique_ptr<Routes> routes_;
  std::unique_ptr<Server> server_; ///< uses board_ and routes_
  Control control_;
  PlottedVariables plotted_;
  std::set<int> due_;          ///< see find_due_variables()
  bool triggers_ = true;       ///< see Plan::triggers
  double seconds_of_step_ = 0; ///< between the last two exchanges
  double last_exchange_ = -1;
  double last_report_ = -1e9, last_trigger_ = -1e9;
};

/// The only object.
LiveRun& live_run();

/// HTTPD::port, or the environment variable HTTPD_PORT. Negative if the variable has a wrong value.
int requested_port();

/// The HTML page with its style and script.
std::string page_text();

} // namespace httpd
