/// Writes JSON texts.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace httpd {

/// Returns the length of the UTF-8 sequence at the start of `text`, or 0 if the bytes are no such sequence.
inline std::size_t utf8_length(std::string_view text) {
  auto const first = static_cast<unsigned char>(text[0]);
  std::size_t const length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  return length;
}

/// The text as a JSON string, with quotes. Bytes that are not UTF-8 become question marks.
inline std::string json_string(std::string_view text) {
  std::string json = "\"";
  while (!text.empty()) {
    auto const length = utf8_length(text);
    auto const c = text[0];
    if (c == '"' || c == '\\')
      json += {'\\', c};
    else if (c == '\n')
      json += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20) {
      json += static_cast<unsigned char>(c) < 0x10 ? "\\u000" : "\\u001";
      json += "0123456789abcdef"[static_cast<unsigned char>(c) % 16];
    } else if (length == 0)
      json += '?';
    else
      json += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return json + '"';
}

/// The shortest text from which a reader obtains the same number; null for infinity and NaN.
inline std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// An array of JSON texts.
inline std::string json_array(std::vector<std::string> const& items) {
  std::string json = "[";
  for (auto const& item : items) (json += json.size() > 1 ? "," : "") += item;
  return json + "]";
}

/// Builds an object member by member.
class JsonObject {
public:
  JsonObject& add(std::string_view name, std::string_view value) { return add_json(name, json_string(value)); }
  JsonObject& add(std::string_view name, char const* value) { return add_json(name, json_string(value)); }
  JsonObject& add(std::string_view name, bool value) { return add_json(name, value ? "true" : "false"); }
  JsonObject& add(std::string_view name, double value) { return add_json(name, json_number(value)); }
  JsonObject& add(std::string_view name, int value) { return add_json(name, std::to_string(value)); }

  /// Adds a member whose value is a JSON text.
  JsonObject& add_json(std::string_view name, std::string_view json) {
    if (!members_.empty()) members_ += ',';
    members_ += json_string(name) + ":";
    members_ += json;
    return *this;
  }
  std::string text() const { return "{" + members_ + "}"; }

private:
  std::string members_;
};

} // namespace httpd
