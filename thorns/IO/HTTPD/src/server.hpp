/// An HTTP server in a thread of its own, with limits for sizes, times and connections.
#pragma once

#include "web/request.hpp"

#include <functional>
#include <memory>
#include <string>

namespace httpd {

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 0;       ///< 0: any free port
  bool hunts = false; ///< use the next free port if this one is in use
  int queue_length = 16;
};

/// Calls the handler for each request, one at a time, in the server's thread. The destructor closes all connections and
/// joins the thread.
class Server {
public:
  using Handler = std::function<Response(Request const&)>;

  /// Throws std::runtime_error with a sentence for the user if the server cannot listen.
  Server(ServerOptions const& options, Handler handler);
  ~Server();

  int port() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace httpd
