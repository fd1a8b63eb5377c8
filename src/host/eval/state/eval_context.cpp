#include "host/eval/state/eval_context.h"

#include "host/library/library.h"

namespace qc::host {

EvalContext::EvalContext(SessionContext& session)
    : session_(session),
      globals(std::make_shared<Environment>()),
      defined(std::make_unique<Library>(session.sources())),
      loops(session),
      arrays(session, loops) {}
EvalContext::~EvalContext() = default;

}  // namespace qc::host
