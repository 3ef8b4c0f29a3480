/// Data that the run and the server exchange. The run publishes snapshots and takes requests. While it evolves, it only
/// tries to lock these data: if the server holds the lock, the run tries again at a later iteration. It waits for the
/// lock or for a client only after a client's request, during a pause and at its end. Messages have a lock of their
/// own, for which the run waits while the server copies the last messages.
#pragma once

#include "series.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace httpd {

/// A line or a plane of a variable that a client requests.
struct SliceRequest {
  std::string variable = {}; ///< implementation::variable
  std::string axes = {};     ///< "x", "xy", ...; the first axis is horizontal
  double at = 0.5;           ///< position along the other axes, from 0 (first point) to 1 (last point)

  auto operator<=>(SliceRequest const&) const = default;
};

/// The points of a slice, or the reason why there are none.
struct Slice {
  std::string error = {};
  int iteration = 0;
  double time = 0;
  std::vector<int> extent = {};               ///< points along each of its axes
  std::vector<double> lower = {}, delta = {}; ///< coordinates along these axes
  std::vector<std::string> at = {};           ///< "z = 0" for each other axis
  std::vector<float> values = {};             ///< the first axis is fastest

  /// Everything except the values, as JSON.
  std::string json(SliceRequest const& request) const;
};

/// A change that a client requests.
struct Command {
  enum class Kind { pause, resume, step, checkpoint, stop, set }; // `set` is the last
  Kind kind = Kind::pause;
  int id = 0;
  std::string thorn = {}, parameter = {}, value = {}; ///< only for `set`
};

/// Requests of clients since the last call of take_work().
struct Work {
  std::vector<Command> commands;
  std::vector<SliceRequest> slices; ///< requested within the last seconds
  bool is_report_requested = false; ///< the report of kernels was requested within the last seconds
};

/// A state of the run. The server reads it while the run prepares the next one.
struct Snapshot {
  std::string status = {};                                                  ///< the object that /api/status returns
  std::map<std::string, std::shared_ptr<std::string const>> documents = {}; ///< further JSON texts: "parameters", ...
  bool rejects_changes = false;                                             ///< at present; see Rights::is_read_only
  Series series = {};
  std::map<SliceRequest, std::shared_ptr<Slice const>> slices = {};
};

/// A message of the run: level -1 is information, 1 and higher are warnings.
struct Message {
  int level = -1;
  std::string thorn, text;
  double seconds = 0; ///< since the start of the run
};

class Board {
public:
  // For the run.

  /// Replaces the snapshot, unless the server uses the board at this moment.
  void publish(std::shared_ptr<Snapshot const> const& snapshot);
  /// Replaces the snapshot in any case, after a request of a client.
  void publish_now(std::shared_ptr<Snapshot const> const& snapshot);
  /// Returns and removes the requests of clients; nothing if the server uses the board at this moment.
  Work take_work();
  /// For a paused run: waits until there is a command, or for this time.
  void wait_for_command(std::chrono::milliseconds time);
  void add_message(Message message);
  /// At the end of the run: gives a client that has recently read the status the time to read the last one.
  void wait_for_readers();

  // For the server.

  std::shared_ptr<Snapshot const> snapshot() const;
  std::vector<Message> messages() const;
  /// Returns the number of the command, or nothing if too many commands are pending.
  std::optional<int> add(Command command);
  /// Makes the run collect this slice, or the report of kernels, for the next seconds.
  void request(SliceRequest const& slice);
  void request_report();
  void record_status_read();

  static constexpr std::size_t max_commands = 32, max_slices = 4, max_messages = 500;
  static constexpr std::chrono::seconds request_lifetime{10}, reader_lifetime{3};
  static constexpr std::chrono::milliseconds last_wait{3000};

private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_, messages_mutex_;
  std::condition_variable has_command_, has_reader_;
  std::shared_ptr<Snapshot const> snapshot_ = std::make_shared<Snapshot const>();
  std::vector<Command> commands_;
  int last_id_ = 0;
  std::map<SliceRequest, Clock::time_point> slices_;      ///< with the times of the last requests
  std::optional<Clock::time_point> report_, status_read_; ///< last requests
  std::deque<Message> messages_;
};

} // namespace httpd
