// Names what a built-in may use besides its arguments.
#pragma once
#include "host/context/session_context.h"
#include "support/source.h"

namespace qc::host {

// What a built-in may use besides its arguments.
struct CallContext {
  SessionContext& session;
  Span span;    // of the call, for messages
  int outputs;  // how many results are wanted (1 for an expression)
};

}  // namespace qc::host
