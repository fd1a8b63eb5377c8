// One line of numbers in order, with or without the places that they come from: keys of their bits are moved digit by
// digit, and the last move writes the numbers.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "host/arrays/radix_scatter.h"
#include "host/arrays/radix_sort.h"
#include "support/stop.h"

namespace qc::host {

template <class T>
class LineSorter {
  using Key = decltype(order_key(T{}, false));
  struct KeyAndPlace {
    Key key, place;
  };

 public:
  explicit LineSorter(std::int64_t n) : n_(n) {}

  // out[0..n) = in[0..n) in order. False: a NaN or -0 is there, which its key does not tell; nothing has been written.
  bool sort(const T* in, T* out, bool descending) {
    make(keys_);
    unsigned rough = 0;
    count([&](std::int64_t i) {
      rough |= unsigned(!key_is_exact(in[i]));
      return keys_.a[i] = order_key(in[i], descending);
    });
    if (rough) return false;
    const auto digits = differing(keys_.a[0]);
    for (std::size_t k = 0; k + 1 < digits.size(); ++k) move(keys_, digits[k], [](Key key) { return key; });
    if constexpr (sizeof(T) == sizeof(Key)) {
      if (!digits.empty()) {
        DigitPlaces& places = begin(digits.back());
        keys_.scatter.move(keys_.a.get(), out, n_, places, digit_of(digits.back()),
                           [&](Key key) { return value_of_key<T>(key, descending); });
        return true;
      }
    } else if (!digits.empty()) {
      move(keys_, digits.back(), [](Key key) { return key; });
    }
    in_stoppable_parts(n_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) out[i] = value_of_key<T>(keys_.a[i], descending);
    });
    return true;
  }

  // The same with any numbers: index[i] is where out[i] comes from; equals stay in their order.
  template <class Index>
  void sort_with_places(const T* in, T* out, Index* index, bool descending) {
    make(pairs_);
    count([&](std::int64_t i) {
      pairs_.a[i] = {order_key(in[i], descending), Key(i)};
      return pairs_.a[i].key;
    });
    for (int d : differing(pairs_.a[0].key)) move(pairs_, d, [](const KeyAndPlace& p) { return p.key; });
    in_stoppable_parts(n_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const KeyAndPlace& p = pairs_.a[i];
        const T v = value_of_key<T>(p.key, descending);
        // Zeros are alike in order, and so are NaNs.
        out[i] = v != 0 && v == v ? v : in[std::size_t(p.place)];
        index[i] = Index(p.place);
      }
    });
  }

 private:
  static constexpr int kDigits = (int(sizeof(Key)) * 8 + kDigitBits - 1) / kDigitBits;
  template <class Item>
  struct Room {
    std::unique_ptr<Item[]> a, b;
    Scatter<Item> scatter;
  };
  static std::size_t digit(Key k, int d) { return std::size_t(k >> (d * kDigitBits)) & (kDigitBuckets - 1); }
  static auto digit_of(int d) {
    return [d](Key k) { return digit(k, d); };
  }

  template <class Item>
  void make(Room<Item>& room) {
    if (room.a) return;
    room.a.reset(new Item[std::size_t(n_)]);
    room.b.reset(new Item[std::size_t(n_)]);
  }
  // key_at(i) makes item i and gives its key.
  template <class KeyAt>
  void count(const KeyAt& key_at) {
    for (auto& c : counts_) c.fill(0);
    in_stoppable_parts(n_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const Key k = key_at(i);
        for (int d = 0; d < kDigits; ++d) ++counts_[std::size_t(d)][digit(k, d)];
      }
    });
  }
  // The digits in which not all keys are alike.
  std::vector<int> differing(Key one) const {
    std::vector<int> digits;
    for (int d = 0; d < kDigits; ++d)
      if (counts_[std::size_t(d)][digit(one, d)] != std::size_t(n_)) digits.push_back(d);
    return digits;
  }
  DigitPlaces& begin(int d) {
    begin_buckets(counts_[std::size_t(d)]);
    return counts_[std::size_t(d)];
  }
  template <class Item, class KeyOf>
  void move(Room<Item>& room, int d, const KeyOf& key_of) {
    room.scatter.move(
        room.a.get(), room.b.get(), n_, begin(d), [&](const Item& i) { return digit(key_of(i), d); },
        [](const Item& i) { return i; });
    room.a.swap(room.b);
  }

  std::int64_t n_;
  Room<Key> keys_;
  Room<KeyAndPlace> pairs_;
  std::array<DigitPlaces, kDigits> counts_;
};

}  // namespace qc::host
