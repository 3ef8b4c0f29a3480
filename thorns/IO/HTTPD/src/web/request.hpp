/// Requests and responses of the server, and the checks that do not depend on the run: sender, token, and the text of
/// queries and forms.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace httpd {

/// A request of a client. The server has checked only its syntax and its size.
struct Request {
  std::string method = {};                ///< "GET", "POST", ...
  std::string target = {};                ///< path and query, percent-encoded: "/api/slice?variable=wave%3A%3Au"
  std::vector<std::string> hosts = {};    ///< the values of the header Host; a valid request has one
  std::optional<std::string> origin = {}; ///< header Origin: the address of the page that sends the request
  std::optional<std::string> site = {};   ///< header Sec-Fetch-Site
  std::string authorization = {};         ///< header Authorization
  std::string body = {};
};

/// A file that is open for reading, closed by the destructor.
class OpenFile {
public:
  OpenFile() = default;
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept : descriptor_(other.release()) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OpenFile();

  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  int release() { return std::exchange(descriptor_, -1); }

private:
  int descriptor_ = -1;
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  OpenFile file = {}; ///< if open, its content replaces `body`
};

/// The response {"error": sentence}.
Response error_response(int status, std::string const& sentence);

using Fields = std::map<std::string, std::string>;

/// A target split into its decoded path and the fields of its query.
struct Target {
  std::string path;
  Fields query;
};

/// Returns an empty result if an escape sequence is malformed, the text contains a zero byte, or a name is repeated.
std::optional<Target> parse_target(std::string_view target);
/// Parses the body of a form (application/x-www-form-urlencoded).
std::optional<Fields> parse_form(std::string_view text);

/// Whether a server with this address listens on all interfaces: 0.0.0.0, ::, and other spellings of zero.
bool is_wildcard(std::string const& address);

/// The name of the server in addresses that a client on the same computer can use: `address`, or the loopback interface
/// for a wildcard address. IPv6 addresses are in brackets.
std::string local_host(std::string const& address);

/// The names in the header Host for which the server answers: those of the loopback interface, `address` (for a
/// wildcard address: `host_name`), and `further`. In a request, a port may follow.
std::vector<std::string> accepted_hosts(std::string const& address, std::string const& host_name,
                                        std::vector<std::string> const& further);

/// Returns the reason to reject a request because of its sender, or an empty text. A page of another site cannot send
/// requests through the user's browser: a name that an attacker's DNS server resolves to this computer is not in
/// `hosts`, and the browser adds the page's own origin to requests between sites.
std::string sender_error(Request const& request, std::vector<std::string> const& hosts);

/// Returns 128 bits from the random generator of the system as 32 hexadecimal digits.
std::string random_token();

/// Compares in a time that depends only on the length of `given`.
bool is_token(std::string_view given, std::string_view token);

/// Whether the header Authorization is "Bearer TOKEN".
bool is_authorized(Request const& request, std::string_view token);

} // namespace httpd
