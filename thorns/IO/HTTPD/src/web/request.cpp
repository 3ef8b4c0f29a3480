#include "request.hpp"

#include "json.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace httpd {

OpenFile::~OpenFile() {
  if (is_open()) close(descriptor_);
}

Response error_response(int status, std::string const& sentence) {
  return {.status = status, .body = JsonObject().add("error", sentence).text()};
}

namespace {

std::optional<int> hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

enum class Blanks { literal, plus_is_blank };

std::optional<std::string> decode(std::string_view text, Blanks blanks) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && blanks == Blanks::plus_is_blank) c = ' ';
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      auto const high = hexadecimal_digit(text[i + 1]), low = hexadecimal_digit(text[i + 2]);
      if (!high || !low) return std::nullopt;
      c = static_cast<char>(*high * 16 + *low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    decoded += c;
  }
  return decoded;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Removes the port from the value of the header Host. An IPv6 address is in brackets.
std::string without_port(std::string const& host) {
  auto const bracket = host.rfind(']');
  auto const colon = host.rfind(':');
  bool const has_port = colon != std::string::npos && (bracket == std::string::npos || colon > bracket);
  return lower(has_port ? host.substr(0, colon) : host);
}

} // namespace

std::optional<Fields> parse_form(std::string_view text) {
  Fields fields;
  while (!text.empty()) {
    auto const field = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), field.size() + 1));
    if (field.empty()) continue;
    auto const equals = std::min(field.find('='), field.size());
    auto const name = decode(field.substr(0, equals), Blanks::plus_is_blank);
    auto const value = decode(field.substr(std::min(field.size(), equals + 1)), Blanks::plus_is_blank);
    if (!name || !value || !fields.emplace(*name, *value).second) return std::nullopt;
  }
  return fields;
}

std::optional<Target> parse_target(std::string_view target) {
  auto const question = std::min(target.find('?'), target.size());
  auto const path = decode(target.substr(0, question), Blanks::literal);
  auto const query = parse_form(target.substr(std::min(target.size(), question + 1)));
  if (!path || !query || path->empty() || path->front() != '/') return std::nullopt;
  return Target{*path, *query};
}

bool is_wildcard(std::string const& address) { return address.find_first_not_of("0.:") == std::string::npos; }

std::string local_host(std::string const& address) {
  bool const is_version_6 = address.find(':') != std::string::npos;
  if (is_wildcard(address)) return is_version_6 ? "[::1]" : "127.0.0.1";
  return is_version_6 ? "[" + lower(address) + "]" : address;
}

std::vector<std::string> accepted_hosts(std::string const& address, std::string const& host_name,
                                        std::vector<std::string> const& further) {
  std::vector<std::string> hosts{"localhost", "127.0.0.1", "[::1]"};
  hosts.push_back(is_wildcard(address) ? lower(host_name) : local_host(address));
  for (auto const& name : further) hosts.push_back(lower(name));
  return hosts;
}

std::string sender_error(Request const& request, std::vector<std::string> const& hosts) {
  if (request.hosts.size() != 1) return "A request needs exactly one header Host.";
  if (std::find(hosts.begin(), hosts.end(), without_port(request.hosts[0])) == hosts.end())
    return "The header Host does not name this server. Use the address that the run printed, or add the name to "
           "HTTPD::host_names.";
  if (request.origin && lower(*request.origin) != "http://" + lower(request.hosts[0]) &&
      lower(*request.origin) != "https://" + lower(request.hosts[0]))
    return "The header Origin names another site.";
  if (request.site && *request.site != "same-origin" && *request.site != "none")
    return "The header Sec-Fetch-Site names another site.";
  return "";
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  std::size_t n = 0;
  while (n < bytes.size()) {
    auto const received = getrandom(bytes.data() + n, bytes.size() - n, 0);
    if (received < 0 && errno != EINTR)
      throw std::runtime_error(std::string("The random generator of the system failed: ") + std::strerror(errno));
    n += static_cast<std::size_t>(std::max<ssize_t>(received, 0));
  }
  std::string token;
  for (auto const byte : bytes) {
    token += "0123456789abcdef"[byte / 16];
    token += "0123456789abcdef"[byte % 16];
  }
  return token;
}

bool is_token(std::string_view given, std::string_view token) {
  unsigned difference = given.size() == token.size() && !token.empty() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    auto const expected = token.empty() ? '\0' : token[i % token.size()];
    difference |= static_cast<unsigned>(static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected));
  }
  return difference == 0;
}

bool is_authorized(Request const& request, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  std::string_view const given = request.authorization;
  return given.starts_with(scheme) && is_token(given.substr(scheme.size()), token);
}

} // namespace httpd
