// Which type each name of a program has where it stands, as the static walk infers it.
#pragma once
#include <functional>
#include <string>

#include "sema/types_of_builtins.h"

namespace qc {

// Calls see(span, type) for every variable that is read or assigned, "mat" or the name of a class, in the order of the
// walk; again for other types of the arguments that a function is called with. A type that is not known from the text
// is empty. span: of the name alone.
void see_types_of_names(const ast::Program& program, const WalkOptions& options,
                        const std::function<void(const Span& span, const std::string& type)>& see);

}  // namespace qc
