// Processes of a test: threads that exchange messages in memory.
#pragma once

#include "kernels/recursions/sweep_distribution.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace chemora::testing_support {

/// What the threads share.
class Mailboxes {
public:
  explicit Mailboxes(int n_processes) : n_processes_(n_processes) {}

  void put(int from, int to, std::vector<std::byte> message) {
    std::lock_guard const lock(mutex_);
    messages_[{from, to}].push_back(std::move(message));
    arrived_.notify_all();
  }
  std::vector<std::byte> take(int from, int to) {
    std::unique_lock lock(mutex_);
    auto& queue = messages_[{from, to}];
    arrived_.wait(lock, [&] { return !queue.empty(); });
    auto message = std::move(queue.front());
    queue.pop_front();
    return message;
  }
  int size() const { return n_processes_; }

private:
  int n_processes_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<std::pair<int, int>, std::deque<std::vector<std::byte>>> messages_;
};

class ThreadProcesses final : public recursions::Processes {
public:
  ThreadProcesses(int rank, Mailboxes& mailboxes) : rank_(rank), mailboxes_(mailboxes) {}

  int rank() const override { return rank_; }
  int size() const override { return mailboxes_.size(); }
  std::vector<std::string> all_gather(std::string const& own_text) override {
    std::vector<std::byte> bytes(own_text.size());
    std::transform(own_text.begin(), own_text.end(), bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    for (int to = 0; to < size(); ++to) mailboxes_.put(rank_, to, bytes);
    std::vector<std::string> texts;
    for (int from = 0; from < size(); ++from) {
      std::string text;
      for (std::byte const byte : mailboxes_.take(from, rank_)) text += static_cast<char>(byte);
      texts.push_back(text);
    }
    return texts;
  }
  void broadcast(std::string& bytes, int root) override {
    bytes = all_gather(bytes).at(static_cast<std::size_t>(root));
  }
  void send(int to, std::vector<std::byte> message) override { mailboxes_.put(rank_, to, std::move(message)); }
  void receive(int from, std::span<std::byte> message) override {
    auto const received = mailboxes_.take(from, rank_);
    if (received.size() != message.size()) throw std::logic_error("a message has another size than expected");
    std::copy(received.begin(), received.end(), message.begin());
  }
  void finish_sends() override {}

private:
  int rank_;
  Mailboxes& mailboxes_;
};

/// Calls the function for each process in a thread of its own.
inline void run_processes(int n, std::function<void(recursions::Processes&)> const& function) {
  Mailboxes mailboxes(n);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < n; ++rank)
    threads.emplace_back([&, rank] {
      ThreadProcesses processes(rank, mailboxes);
      function(processes);
    });
  for (auto& thread : threads) thread.join();
}

} // namespace chemora::testing_support
