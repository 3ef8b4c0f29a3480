#include "hits.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace sequences {

namespace {

void put(std::string& bytes, void const* data, std::size_t size) { bytes.append(static_cast<char const*>(data), size); }
void put(std::string& bytes, long value) { put(bytes, &value, sizeof value); }
void put(std::string& bytes, std::string const& text) {
  put(bytes, static_cast<long>(text.size()));
  bytes += text;
}

class Reader {
public:
  explicit Reader(std::string const& bytes) : bytes_(bytes) {}
  bool at_end() const { return offset_ == bytes_.size(); }
  template <class Value>
  Value take() {
    Value value;
    std::memcpy(&value, bytes_.data() + offset_, sizeof value);
    offset_ += sizeof value;
    return value;
  }
  std::string text() {
    auto const size = static_cast<std::size_t>(take<long>());
    offset_ += size;
    return bytes_.substr(offset_ - size, size);
  }

private:
  std::string const& bytes_;
  std::size_t offset_ = 0;
};

} // namespace

bool is_before(Hit const& a, Hit const& b, bool larger_is_better) {
  if (std::isnan(a.score) != std::isnan(b.score)) return std::isnan(b.score);
  if (a.score != b.score && !std::isnan(a.score)) return larger_is_better ? a.score > b.score : a.score < b.score;
  return a.target < b.target;
}

bool BestHits::accepts(Hit const& hit) const {
  auto const n = static_cast<std::size_t>(max_hits_);
  return n == 0 || n_sorted_ < n || is_before(hit, hits_[n - 1], larger_is_better_);
}

bool BestHits::retains_letters(Hit const& hit) const {
  auto const n = static_cast<std::size_t>(n_with_letters_);
  return n > 0 && (n_sorted_ < n || is_before(hit, hits_[n - 1], larger_is_better_));
}

// Hits are sorted whenever their number has doubled, so that the time per hit is logarithmic. They are also sorted when
// too many unsorted hits have letters, which is rare, because few hits are among the best ones.
void BestHits::add(Hit hit) {
  if (!accepts(hit)) return;
  n_added_letters_ += hit.letters.empty() ? 0 : 1;
  hits_.push_back(std::move(hit));
  if (hits_.size() >= 2 * n_sorted_ + 64 || n_added_letters_ > n_with_letters_) trim();
}

void BestHits::trim() {
  auto const is_less = [this](Hit const& a, Hit const& b) { return is_before(a, b, larger_is_better_); };
  std::sort(hits_.begin() + static_cast<std::ptrdiff_t>(n_sorted_), hits_.end(), is_less);
  std::inplace_merge(hits_.begin(), hits_.begin() + static_cast<std::ptrdiff_t>(n_sorted_), hits_.end(), is_less);
  if (max_hits_ > 0 && hits_.size() > static_cast<std::size_t>(max_hits_))
    hits_.resize(static_cast<std::size_t>(max_hits_));
  for (std::size_t i = static_cast<std::size_t>(n_with_letters_); i < hits_.size(); ++i)
    std::vector<std::uint8_t>().swap(hits_[i].letters);
  n_sorted_ = hits_.size();
  n_added_letters_ = 0;
}

std::vector<Hit> BestHits::take() {
  trim();
  n_sorted_ = 0;
  return std::exchange(hits_, {});
}

double BestHits::bytes() const {
  double sum = 0;
  for (Hit const& hit : hits_)
    sum += static_cast<double>(sizeof(Hit) + hit.name.capacity() + hit.description.capacity() + hit.letters.capacity());
  return sum;
}

std::string to_bytes(std::vector<Hit> const& hits) {
  std::string bytes;
  for (Hit const& hit : hits) {
    put(bytes, hit.target);
    put(bytes, hit.length);
    put(bytes, &hit.score, sizeof hit.score);
    put(bytes, hit.name);
    put(bytes, hit.description);
  }
  return bytes;
}

std::vector<Hit> hits_from(std::string const& bytes) {
  std::vector<Hit> hits;
  for (Reader reader(bytes); !reader.at_end();) {
    Hit& hit = hits.emplace_back();
    hit.target = reader.take<long>();
    hit.length = reader.take<long>();
    hit.score = reader.take<double>();
    hit.name = reader.text();
    hit.description = reader.text();
  }
  return hits;
}

std::vector<MergedHit> merge(std::vector<std::vector<Hit>> hits, long max_hits, bool larger_is_better) {
  std::vector<MergedHit> merged;
  for (std::size_t process = 0; process < hits.size(); ++process)
    for (std::size_t i = 0; i < hits[process].size(); ++i)
      merged.push_back({std::move(hits[process][i]), static_cast<int>(process), i});
  std::sort(merged.begin(), merged.end(),
            [&](MergedHit const& a, MergedHit const& b) { return is_before(a.hit, b.hit, larger_is_better); });
  if (max_hits > 0 && merged.size() > static_cast<std::size_t>(max_hits))
    merged.erase(merged.begin() + max_hits, merged.end());
  return merged;
}

} // namespace sequences
