// The variables of one environment by their names. A value stays where it is in memory, and the
// place of a variable keeps its number, as long as the environment is there.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "value/name_hash.h"
#include "value/value.h"

namespace qc::host {

class Variables {
 public:
  using Entry = std::pair<const std::string, Value>;
  struct Made {
    std::uint32_t hash;  // of the name
    bool there;          // false: a place for a variable that has no value yet, or none any more
    std::unique_ptr<Entry> entry;
  };
  template <class E>
  class Iterator {
   public:
    Iterator(const Made* at, const Made* end) : at_(at), end_(end) { skip(); }
    E& operator*() const { return *at_->entry; }
    E* operator->() const { return at_->entry.get(); }
    Iterator& operator++() {
      ++at_;
      skip();
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    void skip() {
      while (at_ != end_ && !at_->there) ++at_;
    }
    const Made* at_;
    const Made* end_;
  };
  // In the order in which their places were made.
  Iterator<Entry> begin() { return {entries_.data(), data_end()}; }
  Iterator<Entry> end() { return {data_end(), data_end()}; }
  Iterator<const Entry> begin() const { return {entries_.data(), data_end()}; }
  Iterator<const Entry> end() const { return {data_end(), data_end()}; }

  Iterator<Entry> find(std::string_view name) {
    const std::size_t k = place(name, name_hash(name));
    return {k < entries_.size() && entries_[k].there ? entries_.data() + k : data_end(), data_end()};
  }
  // The same; null: there is none. `place` is where the name was found last, perhaps in another environment, and where
  // it is looked at first.
  Value* find(std::string_view name, std::uint32_t& place) const {
    if (Value* v = at(name, place)) return v;
    const std::size_t k = this->place(name, name_hash(name));
    if (k >= entries_.size() || !entries_[k].there) return nullptr;
    place = std::uint32_t(k);
    return &entries_[k].entry->second;
  }
  // The variable of that name, if it is there at the place.
  Value* at(std::string_view name, std::uint32_t place) const {
    const bool is_it = place < entries_.size() && entries_[place].there && entries_[place].entry->first == name;
    return is_it ? &entries_[place].entry->second : nullptr;
  }
  bool contains(std::string_view name) const {
    const std::size_t k = place(name, name_hash(name));
    return k < entries_.size() && entries_[k].there;
  }
  std::size_t count(std::string_view name) const { return contains(name); }
  Value& operator[](std::string_view name) { return value_at(slot(name)); }
  void erase(std::string_view name) {
    const std::size_t k = place(name, name_hash(name));
    if (k < entries_.size()) leave(entries_[k]);
  }

  // The number of a variable's place, which is made where there is none, and stays.
  std::size_t slot(std::string_view name) {
    const std::uint32_t hash = name_hash(name);
    const std::size_t k = place(name, hash);
    return k < entries_.size() ? k : add(name, hash);
  }
  Value* find_at(std::size_t slot) const { return entries_[slot].there ? &entries_[slot].entry->second : nullptr; }
  Value& value_at(std::size_t slot) {
    entries_[slot].there = true;
    return entries_[slot].entry->second;
  }
  // All variables go, their places stay.
  void clear() {
    for (Made& m : entries_)
      if (m.there) leave(m);
  }

 private:
  static constexpr std::size_t kFew = 8;  // so many are compared one after another

  static void leave(Made& m) {
    m.there = false;
    if (!std::holds_alternative<Number>(m.entry->second.v)) m.entry->second = Value{};
  }
  const Made* data_end() const { return entries_.data() + entries_.size(); }

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
  bool is(std::size_t k, std::string_view name, std::uint32_t hash) const {
    return entries_[k].hash == hash && entries_[k].entry->first == name;
  }

  std::size_t add(std::string_view name, std::uint32_t hash) {
    if (entries_.empty()) entries_.reserve(kFew);
    entries_.push_back({hash, false, std::make_unique<Entry>(std::string(name), Value{})});
    if (entries_.size() > kFew && 2 * entries_.size() > table_.size())
      make_table();
    else if (!table_.empty())
      enter(entries_.size() - 1);
    return entries_.size() - 1;
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
