// The variables of one environment by their names. A value stays where it is in memory until its own variable goes.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/name_hash.h"
#include "host/value.h"

namespace qc::host {

class Variables {
 public:
  using Entry = std::pair<const std::string, Value>;
  struct Made {
    std::uint32_t hash;  // of the name
    std::unique_ptr<Entry> entry;
  };
  template <class E>
  class Iterator {
   public:
    explicit Iterator(const Made* at) : at_(at) {}
    E& operator*() const { return *at_->entry; }
    E* operator->() const { return at_->entry.get(); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Made* at_;
  };
  // In the order in which they were made.
  Iterator<Entry> begin() { return Iterator<Entry>(entries_.data()); }
  Iterator<Entry> end() { return Iterator<Entry>(entries_.data() + entries_.size()); }
  Iterator<const Entry> begin() const { return Iterator<const Entry>(entries_.data()); }
  Iterator<const Entry> end() const { return Iterator<const Entry>(entries_.data() + entries_.size()); }

  Iterator<Entry> find(std::string_view name) { return Iterator<Entry>(entries_.data() + place(name, name_hash(name))); }
  bool contains(std::string_view name) const { return place(name, name_hash(name)) < entries_.size(); }
  std::size_t count(std::string_view name) const { return contains(name); }
  Value& operator[](std::string_view name) {
    const std::uint32_t hash = name_hash(name);
    const std::size_t k = place(name, hash);
    return k < entries_.size() ? entries_[k].entry->second : add(name, hash);
  }
  void erase(std::string_view name) {
    const std::size_t k = place(name, name_hash(name));
    if (k == entries_.size()) return;
    entries_.erase(entries_.begin() + std::ptrdiff_t(k));
    if (!table_.empty()) make_table();
  }

 private:
  static constexpr std::size_t kFew = 8;  // so many are compared one after another

  // Of the name; the number of entries where there is none.
  std::size_t place(std::string_view name, std::uint32_t hash) const {
    const std::size_t n = entries_.size();
    if (table_.empty()) {
      std::size_t k = 0;
      while (k < n && !is(k, name, hash)) ++k;
      return k;
    }
    for (std::size_t slot = hash & (table_.size() - 1); table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1))
      if (is(table_[slot] - 1, name, hash)) return table_[slot] - 1;
    return n;
  }
  bool is(std::size_t k, std::string_view name, std::uint32_t hash) const { return entries_[k].hash == hash && entries_[k].entry->first == name; }

  Value& add(std::string_view name, std::uint32_t hash) {
    if (entries_.empty()) entries_.reserve(kFew);
    entries_.push_back({hash, std::make_unique<Entry>(std::string(name), Value{})});
    if (entries_.size() > kFew && 2 * entries_.size() > table_.size()) make_table();
    else if (!table_.empty()) enter(entries_.size() - 1);
    return entries_.back().entry->second;
  }
  void make_table() {
    std::size_t size = 4 * kFew;
    while (size < 4 * entries_.size()) size *= 2;
    table_.assign(size, 0);
    for (std::size_t k = 0; k < entries_.size(); ++k) enter(k);
  }
  void enter(std::size_t k) {
    std::size_t slot = entries_[k].hash & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = std::uint32_t(k + 1);
  }

  std::vector<Made> entries_;
  std::vector<std::uint32_t> table_;  // of hashes: 1 + the place of an entry, 0 for none; empty while there are few
};

}  // namespace qc::host
