#include "analysis/static_walk/types_of_names.h"

#include "analysis/static_walk/walker.h"

namespace qc {

void see_types_of_names(const ast::Program& program, const WalkOptions& options,
                        const std::function<void(const Span& span, const std::string& type)>& see) {
  walking::Walker walker(options);
  walker.see = [&](const Span& span, const walking::Known& known) {
    const bool object = known.type.kind == Type::Kind::Object && !known.class_name.empty();
    see(span, object ? known.class_name : known.type.known() ? type_name(known.type, options.scalar) : "");
  };
  walker.program(program);
}

}  // namespace qc
