// What is reported of threads: failures of the program, and findings in words.
#pragma once
#include "emulator/launch.h"

namespace qc::emulator {

// The place of an access in the code, as an index.
inline std::uint32_t place_number(const Launch& l, const Place& p) { return std::uint32_t(&p - l.code.places.data()); }

// Where one lane's access goes.
struct Spot {
  unsigned char* data = nullptr;
  unsigned char* written = nullptr;
  int written_step = 1;
  Cell* cells = nullptr;
  int cell_count = 0;
  std::int64_t linear = 0;
};

// "thread 3 of block [0,1]"
std::string thread_name(const Launch& l, std::uint32_t block, std::uint32_t thread);

// The thread's access, and an earlier one that nothing orders with it.
void report_race(Launch& l, const Who& who, const Place& p, const Spot& s, Touch kind, const Access& before,
                 Touch before_kind);
// The thread reads what nobody has written.
void report_uninitialised(Launch& l, const Who& who, const Place& p, const Spot& s);

// The order in which failures count: of its iteration.
std::int64_t order_of(const Launch& l, const Who& who);
// The thread fails, as the program wants.
void fail(Launch& l, const Who& who, ir::SiteId site, std::int64_t v0, std::int64_t v1, std::int64_t v2);

}  // namespace qc::emulator
