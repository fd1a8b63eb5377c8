// Opens a session on the emulator of a GPU, for tests of the kernels that a GPU gets.
#pragma once
#include "host/session/session.h"

namespace qc::test {

struct Emulator {
  host::Session session;
  Emulator() : session(options(), {}) {}
  runtime::Device& device() { return session.device(); }
  static host::Options options() {
    host::Options o;
    o.device = host::DeviceChoice::Simt;
    return o;
  }
};

}  // namespace qc::test
