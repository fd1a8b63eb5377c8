#include "lower/state/lower_context.h"

#include <utility>

#include "sema/type_words.h"

namespace qc::lowering {

LowerContext::LowerContext(const Scope& around, const LowerOptions& given, bool kernel_body)
    : scope(around),
      short_names(dynamic_cast<const ShortNames*>(&around)),
      options(given),
      in_kernel(kernel_body),
      names(around),
      assumed(around) {}

void LowerContext::begin_pass() {
  code.begin_pass();
  names.begin_pass();
  types.begin_pass();
  kinds.begin_pass();
  elements.begin_pass();
  control.begin_pass();
  effects.begin_pass();
  aliases.begin_pass();
  records.begin_pass();
  assumed.begin_pass();
  kernel.begin_pass();
  inlining.begin_pass();
}

std::string LowerContext::a_type(const Type& type) const { return with_article(type_name(type, options.scalar)); }

ir::SiteId LowerContext::site(ir::Site::Kind kind, Span span, std::string text) {
  return code.f.add_site({kind, span, std::move(text), {}, names.frame().call});
}
ir::SiteId LowerContext::refusal(Code failure, Span span, std::string text) {
  return code.f.add_site({ir::Site::Kind::Error, span, std::move(text), {}, names.frame().call, failure});
}

}  // namespace qc::lowering
