#include "server.hpp"

#include "web/json.hpp"

#if !__has_include(<boost/beast.hpp>)
#error "HTTPD needs the headers of Boost 1.74 or later (Debian: libboost-dev)."
#endif
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <list>
#include <optional>
#include <stdexcept>
#include <thread>

namespace httpd {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr std::size_t max_header_bytes = 8192, max_body_bytes = 16384;
constexpr std::size_t max_connections = 32;
constexpr std::chrono::seconds read_time{10};  ///< for a whole request, so that slow senders are disconnected
constexpr std::chrono::seconds write_time{30}; ///< for each part of a response
constexpr std::chrono::milliseconds accept_pause{100};
constexpr int n_hunted_ports = 100;
constexpr int niceness = 10; ///< the run has a higher priority than the server

void close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

std::optional<std::string> header(http::fields const& fields, http::field name) {
  auto const entry = fields.find(name);
  return entry == fields.end() ? std::nullopt : std::optional(text_of(entry->value()));
}

Request to_request(http::request<http::string_body> const& message) {
  Request request{.method = text_of(message.method_string()),
                  .target = text_of(message.target()),
                  .origin = header(message, http::field::origin),
                  .authorization = header(message, http::field::authorization).value_or(""),
                  .body = message.body()};
  auto const [first, last] = message.equal_range(http::field::host);
  for (auto entry = first; entry != last; ++entry) request.hosts.push_back(text_of(entry->value()));
  if (auto const entry = message.find("Sec-Fetch-Site"); entry != message.end()) request.site = text_of(entry->value());
  return request;
}

/// The response to a request that the parser rejects, or an empty result if the connection is lost or too slow.
std::optional<Response> response_to(error_code const& error) {
  if (error == http::error::header_limit) return error_response(431, "The header of the request is too large.");
  if (error == http::error::body_limit) return error_response(413, "The body of the request is too large.");
  bool const is_malformed = error.category() == make_error_code(http::error::bad_version).category() &&
                            error != http::error::end_of_stream && error != http::error::partial_message;
  return is_malformed ? std::optional(error_response(400, "The request is malformed.")) : std::nullopt;
}

/// One connection. It stays alive while one of its operations is pending.
class Session : public std::enable_shared_from_this<Session> {
public:
  Session(tcp::socket socket, Server::Handler const& handler) : stream_(std::move(socket)), handler_(handler) {}

  void read() {
    last_activity_ = Clock::now();
    parser_.emplace();
    parser_->header_limit(max_header_bytes);
    parser_->body_limit(max_body_bytes);
    stream_.expires_after(read_time);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->answer(error); });
  }

  Clock::time_point last_activity() const { return last_activity_; }

  void close() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

private:
  template <class Body>
  struct Reply {
    http::response<Body> message;
    std::optional<http::response_serializer<Body>> serializer = {}; ///< created when the message is complete
  };

  void answer(error_code const& error) {
    last_activity_ = Clock::now();
    if (!error) {
      auto const& message = parser_->get();
      send(response_of(to_request(message)), message.version(), message.keep_alive());
    } else if (auto response = response_to(error))
      send(std::move(*response), 11, false);
    else
      close();
  }

  Response response_of(Request const& request) const try {
    return handler_(request);
  } catch (std::exception const& exception) {
    return error_response(500, exception.what());
  }

  void send(Response response, unsigned version, bool keeps_alive) {
    error_code error;
    if (!response.file.is_open()) {
      auto const reply = std::make_shared<Reply<http::string_body>>();
      reply->message.body() = std::move(response.body);
      complete(reply, response, version, keeps_alive);
      return;
    }
    auto const reply = std::make_shared<Reply<http::basic_file_body<beast::file_posix>>>();
    beast::file_posix file;
    file.native_handle(response.file.release());
    reply->message.body().reset(std::move(file), error);
    if (error) return close();
    complete(reply, response, version, keeps_alive);
  }

  template <class Body>
  void complete(std::shared_ptr<Reply<Body>> const& reply, Response const& response, unsigned version,
                bool keeps_alive) {
    auto& message = reply->message;
    message.version(version);
    message.result(static_cast<unsigned>(response.status));
    message.keep_alive(keeps_alive);
    message.set(http::field::content_type, response.content_type);
    message.set(http::field::cache_control, "no-store");
    message.set("X-Content-Type-Options", "nosniff");
    message.set("X-Frame-Options", "DENY");
    message.set("Referrer-Policy", "same-origin");
    message.set("Cross-Origin-Resource-Policy", "same-origin");
    for (auto const& [name, value] : response.headers) message.set(name, value);
    message.prepare_payload();
    reply->serializer.emplace(message);
    write(reply);
  }

  template <class Body>
  void write(std::shared_ptr<Reply<Body>> const& reply) {
    stream_.expires_after(write_time);
    auto const on_write = [self = shared_from_this(), reply](error_code error, std::size_t) {
      self->last_activity_ = Clock::now();
      if (error) return self->close();
      if (!reply->serializer->is_done()) return self->write(reply);
      if (reply->message.need_eof()) return self->close();
      self->read();
    };
    http::async_write_some(stream_, *reply->serializer, on_write);
  }

  beast::tcp_stream stream_;
  Server::Handler const& handler_;
  beast::flat_buffer buffer_{max_header_bytes + max_body_bytes};
  std::optional<http::request_parser<http::string_body>> parser_;
  Clock::time_point last_activity_ = Clock::now();
};

/// Opens a listening socket. Returns an error if the port cannot be used.
error_code listen(tcp::acceptor& acceptor, tcp::endpoint const& endpoint, int queue_length) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) close_on_exec(acceptor.native_handle());
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(queue_length, error);
  error_code ignored;
  if (error) acceptor.close(ignored);
  return error;
}

} // namespace

struct Server::Implementation {
  Implementation(ServerOptions const& options, Handler handler) : handler(std::move(handler)) {
    start_listening(options);
    start_thread();
  }

  ~Implementation() {
    context.stop();
    thread.join();
  }

  void start_listening(ServerOptions const& options) {
    error_code error;
    auto const address = asio::ip::make_address(options.address, error);
    if (error) throw std::runtime_error("HTTPD::address: `" + options.address + "` is not an address.");
    int const last =
        options.hunts && options.port > 0 ? std::min(options.port + n_hunted_ports - 1, 65535) : options.port;
    for (int port = options.port; port <= last; ++port) {
      error = listen(acceptor, {address, static_cast<unsigned short>(port)}, options.queue_length);
      if (!error) return;
      if (error != asio::error::address_in_use && error != asio::error::access_denied) break;
    }
    auto const ports = last > options.port ? "the ports " + std::to_string(options.port) + " to " + std::to_string(last)
                                           : "port " + std::to_string(options.port);
    throw std::runtime_error("The live page cannot use " + ports + " of " + options.address + ": " + error.message() +
                             ". Choose another HTTPD::port or HTTPD::address, or set HTTPD::hunt = \"yes\", which uses "
                             "the next free port.");
  }

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      is_accepting = false;
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      close_on_exec(socket.native_handle());
      limit_connections();
      auto const session = std::make_shared<Session>(std::move(socket), handler);
      sessions.push_back(session);
      session->read();
      accept();
    });
    is_accepting = true;
  }

  /// Too many files are open, for example.
  void accept_later() {
    timer.expires_after(accept_pause);
    timer.async_wait([this](error_code error) {
      is_accepting = false;
      if (!error) accept();
    });
    is_accepting = true;
  }

  /// Closes the connection with the longest inactivity, so that a new one can be accepted.
  void limit_connections() {
    sessions.remove_if([](auto const& session) { return session.expired(); });
    if (sessions.size() < max_connections) return;
    auto const activity = [](auto const& session) {
      auto const locked = session.lock();
      return locked ? locked->last_activity() : Clock::time_point::min();
    };
    auto const oldest = std::min_element(sessions.begin(), sessions.end(),
                                         [&](auto const& a, auto const& b) { return activity(a) < activity(b); });
    if (auto const session = oldest->lock()) session->close();
    sessions.erase(oldest);
  }

  /// Signals are delivered to the threads of the run only.
  void start_thread() {
    sigset_t all, previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    thread = std::thread([this] {
      setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), niceness);
      while (!context.stopped()) run_handlers();
    });
    pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  }

  /// An exception, such as a lack of memory, ends one operation and neither the run nor the server.
  void run_handlers() try {
    if (!is_accepting) accept();
    context.run();
  } catch (std::exception const&) {
    std::this_thread::sleep_for(accept_pause);
  }

  Handler handler;
  asio::io_context context{1};
  /// Without it, the context would stop if an exception ended the only pending operation.
  asio::executor_work_guard<asio::io_context::executor_type> const work = asio::make_work_guard(context);
  tcp::acceptor acceptor{context};
  asio::steady_timer timer{context};
  std::list<std::weak_ptr<Session>> sessions;
  bool is_accepting = false; ///< whether an operation is pending that accepts the next connection, now or later
  std::thread thread;
};

Server::Server(ServerOptions const& options, Handler handler)
    : implementation_(std::make_unique<Implementation>(options, std::move(handler))) {}

Server::~Server() = default;

int Server::port() const { return implementation_->acceptor.local_endpoint().port(); }

} // namespace httpd
