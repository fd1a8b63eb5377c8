// How both surfaces take and give DLPack tensors (qc/dlpack.h).
#pragma once
#include <memory>

#include "api/engine_impl.h"
#include "qc/dlpack.h"

namespace qc {

using EngineP = std::shared_ptr<Engine::Access::Impl>;

// The array that a tensor is. Its deleter is called when nothing uses the memory any more; where this gives an error,
// the tensor is still the caller's. engine: on whose GPU it may lie; null: on the host.
Result<Value> take_tensor(const EngineP& engine, DLManagedTensorVersioned* tensor);
Result<Value> take_tensor(const EngineP& engine, DLManagedTensor* tensor);

// The tensor that an array is: on the GPU if the newest elements are there and it is the engine's (null: on the host).
Result<DLManagedTensorVersioned*> give_tensor(const EngineP& engine, const Value& value);
Result<DLManagedTensor*> give_unversioned_tensor(const EngineP& engine, const Value& value);

// The number of the GPU if the newest elements of the array are there, otherwise -1.
int gpu_of(const Value& value);

}  // namespace qc
