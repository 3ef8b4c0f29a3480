#include "live_run.hpp"

#include "web/json.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/text.hpp"
#include "Numerics/ThornTools/src/run_summary.hpp"

#include <cctk_ParamCheck.h>
#include <cctk_Parameters.h>
#include <cctk_Timers.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace httpd {
namespace {

constexpr double max_share = 0.003; ///< of the running time, for publications
constexpr double seconds_between_reports = 10;
constexpr char const* timer = "Output: HTTPD"; ///< timer of the flesh that measures this output method
constexpr std::size_t max_results = 20;
constexpr std::chrono::milliseconds pause_time{
    100}; ///< interval between two checks for requests while the run is paused

double seconds_between_updates() {
  DECLARE_CCTK_PARAMETERS
  return refresh_seconds > 0 ? static_cast<double>(refresh_seconds) : 1;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string parameter_file_name() {
  std::string name(4096, '\0');
  CCTK_ParameterFilename(static_cast<int>(name.size()), name.data());
  name.resize(name.find('\0') == std::string::npos ? name.size() : name.find('\0'));
  return name.substr(name.rfind('/') + 1);
}

iotools::Limits limits_of(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  return {.termination = iotools::to_termination(cactus_terminate),
          .last_iteration = static_cast<int>(cctk_itlast),
          .initial_time = cctk_initial_time,
          .final_time = cctk_final_time,
          .max_runtime = max_runtime,
          .time_step = cctkGH->cctk_delta_time};
}

} // namespace

double Publisher::seconds_now() {
  static auto const start = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool Publisher::is_due(std::vector<SliceRequest> const& slices) const {
  bool const is_new = std::any_of(slices.begin(), slices.end(),
                                  [this](SliceRequest const& slice) { return !next_.slices.contains(slice); });
  return seconds_now() >= (is_new ? earliest_publication_ : next_publication_);
}

void Publisher::finish(double start) {
  double const end = seconds_now();
  double const pause = std::min(end - start, seconds_of_last_) / max_share;
  seconds_of_last_ = end - start;
  seconds_between_ = std::max(seconds_between_updates() / 2, pause);
  earliest_publication_ = end + pause;
  next_publication_ = end + seconds_between_;
}

void Publisher::set_document(std::string const& name, std::string text) {
  next_.documents[name] = std::make_shared<std::string const>(std::move(text));
}

void Publisher::update_documents(cGH const* cctkGH) {
  static bool has_changed = true; // a parameter, since the last publication
  static int const is_registered = CCTK_ParameterSetNotifyRegister(
      [](void* changed, char const*, char const*, char const*) { *static_cast<bool*>(changed) = true; }, &has_changed,
      CCTK_THORNSTRING, nullptr, nullptr);
  if (has_changed || is_registered < 0) {
    has_changed = false;
    ++parameters_version_;
    set_document("parameters", parameters_json());
  }
  if (auto const state = storage_state(cctkGH); state != storage_state_) {
    storage_state_ = state;
    set_document("variables", variables_json(cctkGH));
  }
  if (!next_.documents.contains("schedule")) set_document("schedule", schedule_json());
  set_document("timers", timers_json());
}

std::string Publisher::status(cGH const* cctkGH, Control const& control) {
  DECLARE_CCTK_PARAMETERS
  char const* const state = control.is_ending() ? "ending" : control.is_paused() ? "paused" : "running";
  return JsonObject()
      .add("state", state)
      .add("name", parameter_file_name())
      .add("host", host_name())
      .add("folder", out_dir)
      .add("processes", CCTK_nProcs(cctkGH))
      .add("iteration", cctkGH->cctk_iteration)
      .add("time", cctkGH->cctk_time)
      .add("terminate", cactus_terminate)
      .add("last_iteration", static_cast<int>(cctk_itlast))
      .add("final_time", cctk_final_time)
      .add("done", estimate_.done)
      .add("steps_per_second", estimate_.steps_per_second)
      .add("seconds_left", estimate_.seconds_left)
      .add("seconds", static_cast<double>(CCTK_RunTime()))
      .add("read_only", rejects_changes())
      .add("can_checkpoint", can_checkpoint())
      .add("refresh_seconds", seconds_between_updates())
      .add("parameters_version", parameters_version_)
      .add("storage_version", std::to_string(storage_state_))
      .add_json("results", json_array({results_.begin(), results_.end()}))
      .text();
}

void Publisher::publish(cGH const* cctkGH, Control const& control, bool is_requested) {
  published_iteration_ = cctkGH->cctk_iteration;
  update_documents(cctkGH);
  double const done =
      iotools::fraction_done(limits_of(cctkGH), cctkGH->cctk_iteration, cctkGH->cctk_time, CCTK_RunTime());
  double const seconds = seconds_now() - CCTK_RunTimeOfPart("compilation") - CCTK_RunTimeOfPart("pauses");
  estimate_ = progress_.update(seconds, cctkGH->cctk_iteration, done);
  next_.status = status(cctkGH, control);
  next_.rejects_changes = rejects_changes();
  auto const snapshot = std::make_shared<Snapshot const>(next_);
  if (is_requested)
    board_.publish_now(snapshot);
  else
    board_.publish(snapshot);
}

void Publisher::publish_state(char const* state) {
  next_.status = JsonObject().add("state", state).add("name", parameter_file_name()).add("host", host_name()).text();
  board_.publish_now(std::make_shared<Snapshot const>(next_));
}

void Publisher::add_result(int id, std::string const& text) {
  DECLARE_CCTK_PARAMETERS
  if (verbose) CCTK_VINFO("Live page: %s", text.c_str());
  results_.push_back(JsonObject().add("id", id).add("text", text).text());
  if (results_.size() > max_results) results_.pop_front();
}

void Publisher::add_point(cGH const* cctkGH, std::vector<std::string> const& names, std::vector<double> values) {
  auto& series = next_.series;
  if (names != series.names()) series.set_names(names);
  if (series.points().empty() || series.points().back().iteration < cctkGH->cctk_iteration)
    series.add({cctkGH->cctk_iteration, cctkGH->cctk_time, std::move(values)});
}

void Publisher::set_slice(SliceRequest const& request, Slice slice) {
  next_.slices[request] = std::make_shared<Slice const>(std::move(slice));
}

void Publisher::keep_slices(std::vector<SliceRequest> const& requests) {
  std::erase_if(next_.slices, [&](auto const& entry) {
    return std::find(requests.begin(), requests.end(), entry.first) == requests.end();
  });
}

LiveRun& live_run() {
  static LiveRun run;
  return run;
}

int requested_port() {
  DECLARE_CCTK_PARAMETERS
  char const* const text = std::getenv("HTTPD_PORT");
  if (text == nullptr || *text == '\0') return static_cast<int>(port);
  std::string_view rest = text;
  auto const number = iotools::take_number(rest);
  return number && rest.empty() && *number <= 65535 ? *number : -1;
}

namespace {

/// Whether the output is discarded, for example by the option --quiet of the program.
bool is_discarded(std::FILE* stream) {
  struct stat output {};
  struct stat null {};
  return fstat(fileno(stream), &output) != 0 || (stat("/dev/null", &null) == 0 && output.st_rdev == null.st_rdev &&
                                                 S_ISCHR(output.st_mode) && S_ISCHR(null.st_mode));
}

/// Not a message of the flesh: the page shows those.
void print_address(int server_port, std::string const& token) {
  DECLARE_CCTK_PARAMETERS
  auto const host = local_host(address);
  char const* const rights = read_only           ? " (read-only; HTTPD::read_only = \"no\" permits changes)"
                             : rejects_changes() ? " (read-only, because HTTPD::steering_frequency is 0)"
                                                 : "";
  std::FILE* const stream = is_discarded(stdout) ? stderr : stdout;
  std::fprintf(stream, "Live page of this run%s: http://%s:%d/#token=%s\n", rights, host.c_str(), server_port,
               token.c_str());
  if (is_wildcard(address))
    std::fprintf(stream, "From another computer: http://%s:%d/#token=%s\n", host_name().c_str(), server_port,
                 token.c_str());
  else
    std::fprintf(stream, "From another computer: ssh -L %d:%s:%d %s, then open this address there.\n", server_port,
                 host.c_str(), server_port, host_name().c_str());
  std::fflush(stream);
}

} // namespace

/// Returns the reason if the server cannot start.
std::string LiveRun::start_server() try {
  DECLARE_CCTK_PARAMETERS
  Rights rights{.token = random_token(),
                .hosts = accepted_hosts(address, host_name(), iotools::words(host_names)),
                .is_read_only = read_only != 0};
  auto const token = rights.token;
  publisher_.publish_state("starting");
  routes_ = std::make_unique<Routes>(std::move(rights),
                                     Content{provide_pages ? page_text() : "", OutputFolder(out_dir)}, board_);
  server_ = std::make_unique<Server>(ServerOptions{.address = address,
                                                   .port = requested_port(),
                                                   .hunts = hunt != 0,
                                                   .queue_length = static_cast<int>(queue_length)},
                                     [this](Request const& request) { return routes_->answer(request); });
  print_address(server_->port(), token);
  return "";
} catch (std::runtime_error const& error) {
  return error.what();
}

namespace {

void record_messages(Board& board) {
  CCTK_InfoCallbackRegister(&board, [](char const* thorn, char const* text, void* data) {
    static_cast<Board*>(data)->add_message({-1, thorn, text, static_cast<double>(CCTK_RunTime())});
  });
  CCTK_WarnCallbackRegister(
      0, 2, &board, [](int level, int, char const*, char const* thorn, char const* text, void* data) {
        static_cast<Board*>(data)->add_message({level, thorn, text, static_cast<double>(CCTK_RunTime())});
      });
}

} // namespace

void LiveRun::start() {
  auto const reason = iotools::broadcast_from_root(iotools::is_root() ? start_server() : "");
  if (!reason.empty()) CCTK_ERROR(reason.c_str());
  if (iotools::is_root()) record_messages(board_);
  is_started_ = true;
}

void LiveRun::end() {
  if (server_) {
    publisher_.publish_state("ended");
    board_.wait_for_readers();
  }
  server_.reset();
}

namespace {

bool takes_requests(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  return steering_frequency <= 1 || cctkGH->cctk_iteration % steering_frequency == 0;
}

} // namespace

namespace {

bool is_due_elsewhere(cGH const* cctkGH, int variable) {
  for (int handle = 0; handle < CCTK_NumIOMethods(); ++handle) {
    auto const* const method = CCTK_IOMethod(handle);
    if (CCTK_Equals(method->name, "HTTPD") || method->TimeToOutput == nullptr) continue;
    if (method->TimeToOutput(cctkGH, variable)) return true;
  }
  return false;
}

} // namespace

void LiveRun::find_due_variables(cGH const* cctkGH) {
  due_.clear();
  if (!is_started_ || !triggers_ || !takes_requests(cctkGH)) return;
  plotted_.update();
  for (int const variable : plotted_.triggered_variables())
    if (is_due_elsewhere(cctkGH, variable)) due_.insert(variable);
}

Plan LiveRun::exchange(cGH const* cctkGH) {
  Plan plan;
  if (iotools::is_root()) {
    double const now = Publisher::seconds_now();
    if (last_exchange_ >= 0) seconds_of_step_ = now - last_exchange_;
    last_exchange_ = now;
    if (plotted_.has_triggered()) last_trigger_ = now;
    auto work = board_.take_work();
    plan.commands = std::move(work.commands);
    bool const is_pause_new = control_.is_paused() && publisher_.published_iteration() != cctkGH->cctk_iteration;
    plan.collects =
        publisher_.is_due(work.slices) || plotted_.has_triggered() || !plan.commands.empty() || is_pause_new;
    plan.triggers = now + seconds_of_step_ - last_trigger_ >= publisher_.seconds_between();
    if (plan.collects) plan.slices = std::move(work.slices);
    plan.writes_report = plan.collects && work.is_report_requested && now - last_report_ > seconds_between_reports;
    if (plan.writes_report) last_report_ = now;
  }
  return to_plan(iotools::broadcast_from_root(to_text(plan)));
}

void LiveRun::collect(cGH const* cctkGH, Plan const& plan) {
  bool const is_root = iotools::is_root();
  plotted_.update();
  auto values = plotted_.values(cctkGH);
  if (is_root) publisher_.add_point(cctkGH, plotted_.names(), std::move(values));
  if (is_root) publisher_.keep_slices(plan.slices);
  for (auto const& request : plan.slices) {
    auto slice = collect_slice(cctkGH, request);
    if (is_root) publisher_.set_slice(request, std::move(slice));
  }
}

void LiveRun::carry_out(cGH const* cctkGH, Plan const& plan) {
  for (auto const& command : plan.commands) {
    auto const text = control_.execute(cctkGH, command);
    if (iotools::is_root()) publisher_.add_result(command.id, text);
  }
  if (!plan.commands.empty()) control_.follow_parameters(cctkGH); // before the new state is published
  triggers_ = plan.triggers;
  double const start = Publisher::seconds_now();
  if (plan.writes_report && CCTK_IsFunctionAliased("CaKernel_WriteReport")) CaKernel_WriteReport(cctkGH);
  if (!plan.collects) return;
  collect(cctkGH, plan);
  if (!iotools::is_root()) return;
  publisher_.publish(cctkGH, control_, !plan.commands.empty());
  publisher_.finish(start);
}

void LiveRun::after_step(cGH const* cctkGH) {
  if (!is_started_ || !takes_requests(cctkGH)) return;
  control_.follow_parameters(cctkGH);
  carry_out(cctkGH, exchange(cctkGH));
  while (control_.must_wait()) {
    double const start = Publisher::seconds_now();
    CCTK_TimerStop(timer); // a pause is no output
    if (iotools::is_root())
      board_.wait_for_command(pause_time);
    else
      std::this_thread::sleep_for(pause_time);
    CCTK_TimerStart(timer);
    CCTK_AddRunTime("pauses", Publisher::seconds_now() - start);
    carry_out(cctkGH, exchange(cctkGH));
  }
}

} // namespace httpd
