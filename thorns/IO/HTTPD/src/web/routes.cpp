#include "routes.hpp"

#include "json.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace httpd {
namespace {

constexpr std::size_t max_value_length = 4096; ///< characters of a parameter's value
constexpr std::size_t max_name_length = 200;
constexpr std::size_t max_report_bytes = 1 << 20;

std::string field(Fields const& fields, std::string const& name) {
  auto const entry = fields.find(name);
  return entry == fields.end() ? "" : entry->second;
}

template <class Number>
std::optional<Number> number(std::string const& text) {
  Number value{};
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Replaces all occurrences.
std::string replaced(std::string text, std::string const& what, std::string const& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// The name of a file for the header Content-Disposition.
std::string download_name(std::string const& path) {
  auto name = path.substr(path.rfind('/') + 1);
  for (char& c : name)
    if (!std::strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", c)) c = '_';
  return name;
}

bool are_axes(std::string const& axes) {
  auto const is_axis = [](char c) { return c >= 'x' && c <= 'z'; };
  if (axes.empty() || axes.size() > 2 || !std::all_of(axes.begin(), axes.end(), is_axis)) return false;
  return axes.size() == 1 || axes[0] != axes[1];
}

/// Control characters separate the fields of messages between processes.
bool is_value(std::string const& text) {
  return text.size() <= max_value_length &&
         std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t'; });
}

std::optional<SliceRequest> slice_request(Fields const& query) {
  SliceRequest request{.variable = field(query, "variable"), .axes = field(query, "axes")};
  if (auto const text = field(query, "at"); !text.empty()) {
    auto const at = number<double>(text);
    if (!at || !(*at >= 0 && *at <= 1)) return std::nullopt;
    request.at = *at;
  }
  bool const is_valid = !request.variable.empty() && request.variable.size() <= max_name_length &&
                        is_value(request.variable) && are_axes(request.axes);
  return is_valid ? std::optional(request) : std::nullopt;
}

std::optional<Command> command_of(std::string const& action, Fields const& fields) {
  using enum Command::Kind;
  static std::map<std::string, Command::Kind> const kinds{
      {"pause", pause}, {"resume", resume}, {"step", step}, {"checkpoint", checkpoint}, {"stop", stop}, {"set", set}};
  auto const kind = kinds.find(action);
  if (kind == kinds.end()) return std::nullopt;
  Command command{.kind = kind->second};
  if (command.kind == set) {
    command.thorn = field(fields, "thorn");
    command.parameter = field(fields, "parameter");
    command.value = field(fields, "value");
  }
  return command;
}

} // namespace

Response Routes::answer(Request const& request) {
  if (request.method != "GET" && request.method != "POST") {
    auto response = error_response(405, "Only GET and POST are supported.");
    response.headers.emplace_back("Allow", "GET, POST");
    return response;
  }
  if (auto const reason = sender_error(request, rights_.hosts); !reason.empty()) return error_response(403, reason);
  auto const target = parse_target(request.target);
  if (!target) return error_response(400, "The address is malformed.");
  bool const is_post = request.method == "POST";
  if (target->path == "/" && !is_post && !content_.page.empty()) return page();
  constexpr std::string_view files_prefix = "/files/", api_prefix = "/api/";
  if (target->path.starts_with(files_prefix)) return download(request, target->path.substr(files_prefix.size()));
  if (!is_authorized(request, rights_.token))
    return error_response(401, "The token is missing or wrong. The run prints it at its start.");
  if (!is_post) return read(*target);
  auto const fields = parse_form(request.body);
  if (!fields) return error_response(400, "The form in the body is malformed.");
  if (!target->path.starts_with(api_prefix)) return error_response(404, "There is no such page.");
  return change(target->path.substr(api_prefix.size()), *fields);
}

Response Routes::page() const {
  auto const nonce = random_token();
  auto const policy = "default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src 'nonce-" + nonce +
                      "'; script-src 'nonce-" + nonce +
                      "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  return {.content_type = "text/html; charset=utf-8",
          .body = replaced(content_.page, "NONCE", nonce),
          .headers = {{"Content-Security-Policy", policy}}};
}

Response Routes::download(Request const& request, std::string const& name) const {
  auto const form = parse_form(request.body).value_or(Fields{});
  bool const has_token = request.method == "POST" && is_token(field(form, "token"), rights_.token);
  if (!has_token && !is_authorized(request, rights_.token))
    return error_response(401, "The token is missing or wrong. The run prints it at its start.");
  auto file = content_.folder.open(name);
  if (!file.is_open()) return error_response(404, "The output folder has no such file.");
  Response response{.content_type = "application/octet-stream",
                    .headers = {{"Content-Disposition", "attachment; filename=\"" + download_name(name) + "\""}}};
  response.file = std::move(file);
  return response;
}

Response Routes::read(Target const& target) {
  auto const snapshot = board_.snapshot();
  auto const& path = target.path;
  if (path == "/api/status") {
    board_.record_status_read();
    return snapshot->status.empty() ? error_response(503, "The run is starting.") : Response{.body = snapshot->status};
  }
  if (path == "/api/series") return series(target.query);
  if (path == "/api/slice") return slice(target.query);
  if (path == "/api/messages") return messages();
  if (path == "/api/files") return files();
  if (path == "/api/report") return report();
  if (path.starts_with("/api/"))
    if (auto const entry = snapshot->documents.find(path.substr(5)); entry != snapshot->documents.end())
      return {.body = *entry->second};
  return error_response(404, "There is no such page.");
}

Response Routes::change(std::string const& action, Fields const& fields) {
  auto const command = command_of(action, fields);
  if (!command) return error_response(404, "There is no such action.");
  if (rights_.is_read_only)
    return error_response(403, "This run accepts no changes. Set HTTPD::read_only = \"no\" in its parameter file.");
  if (board_.snapshot()->rejects_changes)
    return error_response(403, "This run accepts no changes at present, because HTTPD::steering_frequency is 0.");
  if (command->kind == Command::Kind::set) {
    bool const has_name = !command->thorn.empty() && !command->parameter.empty();
    if (!has_name || !is_value(command->thorn) || !is_value(command->parameter) || !is_value(command->value))
      return error_response(400,
                            "The fields `thorn`, `parameter` and `value` are missing, too long, or contain control "
                            "characters.");
  }
  auto const id = board_.add(*command);
  if (!id) return error_response(503, "Too many requests wait for the run. Try again later.");
  return {.status = 202, .body = JsonObject().add("id", *id).text()};
}

Response Routes::slice(Fields const& query) {
  auto const request = slice_request(query);
  if (!request) return error_response(400, "Pass `variable`, `axes` (one or two of x, y, z) and `at` (0 to 1).");
  board_.request(*request);
  auto const snapshot = board_.snapshot();
  auto const entry = snapshot->slices.find(*request);
  if (entry == snapshot->slices.end()) return {.status = 202, .body = JsonObject().add("state", "pending").text()};
  auto const& slice = *entry->second;
  if (!slice.error.empty()) return error_response(422, slice.error);
  Response response{.content_type = "application/octet-stream", .headers = {{"X-Slice", slice.json(*request)}}};
  response.body.resize(slice.values.size() * sizeof(float));
  if (!slice.values.empty()) std::memcpy(response.body.data(), slice.values.data(), response.body.size());
  return response;
}

Response Routes::series(Fields const& query) const {
  auto const generation = number<int>(field(query, "generation")).value_or(-1);
  auto const after = number<int>(field(query, "after")).value_or(-1);
  return {.body = board_.snapshot()->series.json(generation, after)};
}

Response Routes::messages() const {
  std::vector<std::string> items;
  for (auto const& message : board_.messages())
    items.push_back(JsonObject()
                        .add("level", message.level)
                        .add("thorn", message.thorn)
                        .add("text", message.text)
                        .add("seconds", message.seconds)
                        .text());
  return {.body = JsonObject().add_json("messages", json_array(items)).text()};
}

/// Returns the last report of kernels, and requests a new one from the run.
Response Routes::report() const {
  board_.request_report();
  auto const file = content_.folder.open("kernel_report.txt");
  if (!file.is_open()) return error_response(202, "There is no report of kernels yet.");
  std::string text(max_report_bytes, '\0');
  auto const n = ::read(file.descriptor(), text.data(), text.size());
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return {.content_type = "text/plain; charset=utf-8", .body = std::move(text)};
}

Response Routes::files() const {
  std::vector<std::string> items;
  for (auto const& file : content_.folder.list())
    items.push_back(JsonObject().add("name", file.name).add("bytes", file.bytes).add("modified", file.modified).text());
  return {.body = JsonObject().add_json("files", json_array(items)).text()};
}

} // namespace httpd
