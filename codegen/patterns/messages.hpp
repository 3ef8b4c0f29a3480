/// Messages between processes that evaluate a program together.
#pragma once

#include "codegen/patterns/distribute.hpp"
#include "framework/base/errors.hpp"

#include <cstring>
#include <span>

namespace chemora::patterns {

/// Appends numbers to a message.
class MessageWriter {
public:
  void put(double number) { text_.append(reinterpret_cast<char const*>(&number), sizeof number); }
  void put(long number) { text_.append(reinterpret_cast<char const*>(&number), sizeof number); }
  void put(std::span<double const> numbers) {
    put(static_cast<long>(numbers.size()));
    text_.append(reinterpret_cast<char const*>(numbers.data()), numbers.size_bytes());
  }
  std::string const& text() const { return text_; }

private:
  std::string text_{};
};

/// Reads what MessageWriter has written, in the same order.
class MessageReader {
public:
  explicit MessageReader(std::string const& text) : text_(text) {}
  double number() { return take<double>(); }
  long integer() { return take<long>(); }
  std::vector<double> numbers() {
    std::vector<double> result(static_cast<std::size_t>(integer()));
    copy(result.data(), result.size() * sizeof(double));
    return result;
  }
  bool at_end() const { return position_ == text_.size(); }

private:
  template <typename T>
  T take() {
    T value{};
    copy(&value, sizeof value);
    return value;
  }
  void copy(void* target, std::size_t n_bytes) {
    if (position_ + n_bytes > text_.size()) throw base::InternalError("a message between processes is too short");
    std::memcpy(target, text_.data() + position_, n_bytes);
    position_ += n_bytes;
  }

  std::string const& text_;
  std::size_t position_ = 0;
};

/// Runs `compute` on this process and returns the messages that it has written on all processes. If it throws
/// base::UserError on a process, the error of the first such process is thrown on all processes. Collective.
std::vector<std::string> exchange_results(Exchange& exchange, std::function<void(MessageWriter&)> const& compute);

} // namespace chemora::patterns
