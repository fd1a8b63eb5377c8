// Arrays that are handed over as DLPack tensors, in both directions.
#include "qc/dlpack.h"

#include <new>

#include "api/dlpack.h"

namespace qc {
namespace {

struct Meant {
  Elem elem;
  bool is_complex = false;
};

// The element type that a tensor's is; nothing: the language has none such.
std::optional<Meant> element_of(DLDataType type) {
  if (type.lanes != 1) return std::nullopt;
  const auto sized = [&](Elem e8, Elem e16, Elem e32, Elem e64) -> std::optional<Meant> {
    switch (type.bits) {
      case 8:
        return Meant{e8};
      case 16:
        return Meant{e16};
      case 32:
        return Meant{e32};
      case 64:
        return Meant{e64};
    }
    return std::nullopt;
  };
  switch (type.code) {
    case kDLInt:
      return sized(Elem::I8, Elem::I16, Elem::I32, Elem::I64);
    case kDLUInt:
      return sized(Elem::U8, Elem::U16, Elem::U32, Elem::U64);
    case kDLFloat:
      if (type.bits == 8) return std::nullopt;
      return sized(Elem::F16, Elem::F16, Elem::F32, Elem::F64);
    case kDLComplex:
      if (type.bits == 64) return Meant{Elem::F32, true};
      if (type.bits == 128) return Meant{Elem::F64, true};
      return std::nullopt;
    case kDLBool:
      if (type.bits == 8) return Meant{Elem::Bool};
      return std::nullopt;
  }
  return std::nullopt;
}

std::size_t element_size(const host::Array& array) {
  return std::size_t(byte_size(array.elem)) * (array.complex ? 2 : 1);
}

DLDataType type_of(const host::Array& array) {
  const int bits = 8 * int(element_size(array));
  const auto code = array.complex              ? kDLComplex
                    : array.elem == Elem::Bool ? kDLBool
                    : is_float(array.elem)     ? kDLFloat
                    : is_unsigned(array.elem)  ? kDLUInt
                                               : kDLInt;
  return {std::uint8_t(code), std::uint8_t(bits), 1};
}

std::string name_of(DLDataType type) {
  const char* const names[] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool"};
  return (type.code < 7 ? names[type.code] : "type " + std::to_string(type.code) + " of ") + std::to_string(type.bits) +
         (type.lanes == 1 ? "" : "x" + std::to_string(type.lanes));
}

// On the caller's device: an array of the memory itself, if kernels can take it as it lies.
Value view_on(const EngineP& engine, CallersMemory::Layout layout, const Meant& type, std::shared_ptr<void> owner) {
  constexpr std::uintptr_t kAlignment = 16;  // where kernels of a GPU take arrays to begin
  runtime::Device& device = engine->session->device();
  auto array = std::make_shared<host::Array>();
  array->elem = type.elem;
  array->complex = type.is_complex;
  array->dims = layout.extents;
  array->is_const = layout.read_only;
  const auto address = reinterpret_cast<std::uintptr_t>(layout.data);
  const std::size_t bytes = std::size_t(array->count()) * layout.element;
  const bool copied = address % kAlignment != 0 || bytes == 0;
  array->buffer = copied ? runtime::Buffer::create(bytes, false) : runtime::Buffer::view_on(device, address, bytes);
  array->buffer->keep(std::move(owner));
  auto memory = std::make_shared<const CallersMemory>(array->buffer, std::move(layout), copied, device, engine);
  return Value::Access::wrap(host::ArrayP(std::move(array)), std::move(memory));
}

// Why the engine cannot take memory of this device; empty: it can.
std::string problem_of_device(const EngineP& engine, DLDevice device) {
  if (device.device_type == kDLCPU || device.device_type == kDLCUDAHost) return "";
  if (device.device_type != kDLCUDA)
    return "a tensor of a device of type " + std::to_string(int(device.device_type)) +
           ": only those of the host and of CUDA are taken";
  if (!engine) return "a tensor of a GPU without the engine that runs there";
  const runtime::DeviceInfo& info = engine->session->device().info();
  if (!info.is_cuda) return "a tensor of a GPU, but the engine runs on " + info.name;
  if (info.cuda_index != device.device_id)
    return "a tensor of the GPU " + std::to_string(device.device_id) + ", but the engine runs on " + info.name;
  return "";
}

// What is handed over, with the tensor that stands for it.
template <class Managed>
struct Exported {
  Managed tensor{};
  host::ArrayP array;
  EngineP engine;  // whose device the memory is on
  std::vector<std::int64_t> extents, strides;
};

// Gives the tensor of an array where its newest elements are, on the engine's GPU or on the host. From then on what the
// new owner writes counts for the engine's calls.
template <class Managed>
Managed* exported(const EngineP& engine, const Value& value) {
  constexpr bool kVersioned = std::is_same_v<Managed, DLManagedTensorVersioned>;
  const auto refused = [](const char* why) {
    return ProgramError(Diagnostic{"Q0404", Severity::Error, {}, why, {}, {}});
  };
  const HeldValue& held = Value::Access::held(value);
  const auto* found = std::get_if<host::ArrayP>(&held.value.v);
  if (!found || !*found) throw refused("only an array is a tensor");
  if (held.memory && held.memory->elsewhere()) held.memory->take_in();
  auto out = std::make_unique<Exported<Managed>>();
  out->array = *found;
  host::Array& array = *out->array;
  if (array.is_const && !kVersioned)
    throw refused("a tensor of DLPack before version 1.0 cannot say that an array is read-only");
  array.buffer->pin();
  DLTensor& t = out->tensor.dl_tensor;
  CallersMemory::Layout layout{nullptr, element_size(array), array.dims, {}, array.is_const};
  layout.strides = dense_strides(array.dims, layout.element);
  runtime::Device* const device = engine ? array.buffer->newest_on() : nullptr;
  if (device && device->info().is_cuda) {
    layout.data = reinterpret_cast<void*>(array.buffer->on(*device, !array.is_const));
    t.device = {kDLCUDA, device->info().cuda_index};
    device->synchronize();
    out->engine = engine;
    engine->remember(std::make_shared<const CallersMemory>(array.buffer, layout, false, *device, engine));
  } else {
    layout.data = array.is_const ? const_cast<void*>(array.buffer->host_read()) : array.buffer->host_write();
    t.device = {kDLCPU, 0};
    if (engine) engine->remember(std::make_shared<const CallersMemory>(array.buffer, layout, false));
  }
  out->extents = array.dims;
  out->strides = dense_strides(array.dims, 1);
  t.data = layout.data;
  t.ndim = std::int32_t(array.dims.size());
  t.dtype = type_of(array);
  t.shape = out->extents.data();
  t.strides = out->strides.data();
  if constexpr (kVersioned) {
    out->tensor.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
    out->tensor.flags = array.is_const ? DLPACK_FLAG_BITMASK_READ_ONLY : 0;
  }
  out->tensor.manager_ctx = out.get();
  out->tensor.deleter = [](Managed* self) { delete static_cast<Exported<Managed>*>(self->manager_ctx); };
  return &out.release()->tensor;
}

template <class Managed>
Result<Managed*> given(const EngineP& engine, const Value& value) {
  if (engine) return engine->guarded<Managed*>([&] { return exported<Managed>(engine, value); });
  try {
    return exported<Managed>(engine, value);
  } catch (const ProgramError& e) {
    return to_error(e.diagnostics, SourceMap());
  } catch (const runtime::FailureError& e) {
    return to_error(e.failure);
  }
}

// The array that a tensor is, or a value with the problem.
Value taken_tensor(const EngineP& engine, const DLTensor& t, bool read_only, std::shared_ptr<void> owner) {
  const auto none = [](std::string problem) { return Value::Access::none(std::move(problem)); };
  const auto type = element_of(t.dtype);
  if (!type) return none("a tensor of " + name_of(t.dtype) + ", which is no element type of the language");
  if (std::string problem = problem_of_device(engine, t.device); !problem.empty()) return none(std::move(problem));
  if (t.ndim < 1 || t.ndim > 16) return none("a view has 1 to 16 dimensions, not " + std::to_string(t.ndim));
  if (!t.shape) return none("a tensor without a shape (a null pointer)");
  const std::size_t part = std::size_t(byte_size(type->elem)), element = type->is_complex ? 2 * part : part;
  ViewLayout how;
  how.is_complex = type->is_complex;
  how.read_only = read_only;
  std::vector<std::int64_t> extents(t.shape, t.shape + t.ndim);
  for (int d = 0; t.strides && d < t.ndim; ++d) {
    std::int64_t bytes = 0;
    how.strides.push_back(__builtin_mul_overflow(t.strides[d], std::int64_t(element), &bytes) ? INT64_MIN : bytes);
  }
  char* const data = t.data ? static_cast<char*>(t.data) + t.byte_offset : nullptr;
  if (t.device.device_type != kDLCUDA) {
    how.owner = std::move(owner);
    return view_of(static_cast<void*>(data), type_of_elem(type->elem), std::move(extents), std::move(how));
  }
  CallersMemory::Layout layout{data, element, std::move(extents), std::move(how.strides), read_only};
  if (std::string problem = problem_of(layout, part); !problem.empty()) return none(std::move(problem));
  if (layout.strides.empty()) layout.strides = dense_strides(layout.extents, element);
  if (!is_dense(layout)) return none("a tensor of a GPU must be dense: copy its elements first");
  return view_on(engine, std::move(layout), *type, std::move(owner));
}

// Calls the deleter of a tensor once it is ours.
template <class Managed>
struct Owner {
  explicit Owner(Managed* t) : tensor(t) {}
  ~Owner() {
    if (is_ours && tensor->deleter) tensor->deleter(tensor);
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  Managed* tensor;
  bool is_ours = false;
};

template <class Managed>
Result<Value> taken(const EngineP& engine, Managed* tensor) {
  if (!tensor) return one_error("Q0901", "a tensor is missing (a null pointer)");
  bool read_only = false;
  if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) {
    if (tensor->version.major != DLPACK_MAJOR_VERSION)
      return one_error("Q0404", "a tensor of version " + std::to_string(tensor->version.major) +
                                    " of DLPack: 1 is what is understood");
    read_only = tensor->flags & DLPACK_FLAG_BITMASK_READ_ONLY;
  }
  const auto owner = std::make_shared<Owner<Managed>>(tensor);
  const auto take = [&] { return taken_tensor(engine, tensor->dl_tensor, read_only, owner); };
  auto value = engine ? engine->guarded<Value>(take) : Result<Value>(take());
  if (!value) return value;
  if (std::string problem = value.value().problem(); !problem.empty()) return one_error("Q0404", std::move(problem));
  owner->is_ours = true;
  return value;
}

}  // namespace

Result<Value> take_tensor(const EngineP& engine, DLManagedTensorVersioned* tensor) { return taken(engine, tensor); }
Result<Value> take_tensor(const EngineP& engine, DLManagedTensor* tensor) { return taken(engine, tensor); }
Result<DLManagedTensorVersioned*> give_tensor(const EngineP& engine, const Value& value) {
  return given<DLManagedTensorVersioned>(engine, value);
}
Result<DLManagedTensor*> give_unversioned_tensor(const EngineP& engine, const Value& value) {
  return given<DLManagedTensor>(engine, value);
}

int gpu_of(const Value& value) {
  const auto* array = std::get_if<host::ArrayP>(&Value::Access::held(value).value.v);
  runtime::Device* const device = array && *array ? (*array)->buffer->newest_on() : nullptr;
  return device ? device->info().cuda_index : -1;
}

Result<Value> Engine::from_dlpack(DLManagedTensorVersioned* tensor) { return take_tensor(impl_, tensor); }
Result<DLManagedTensorVersioned*> Engine::to_dlpack(const Value& value) { return give_tensor(impl_, value); }

}  // namespace qc
