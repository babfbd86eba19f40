// The binding to libLLVM: one function from text to machine code, through dlopen.
//
// No headers of LLVM are needed and nothing is linked, so a machine without libLLVM runs everything but the compiler,
// and a process that compiles no shader never pays for loading it.
#ifndef CLLVM_H
#define CLLVM_H

#include <stddef.h>
#include <stdint.h>

// Loads libLLVM, once per process. `path` names a library file; NULL tries the versions that are known to work.
// Returns 0, or 1 with a message that stays valid.
int ambient_llvm_load(const char *path, const char **message);

// The names under which ambient_llvm_load looks for the library, in that order; NULL from the last on.
const char *ambient_llvm_name(size_t index);

// The file of the loaded library; empty before it is loaded, or if the loader does not tell.
const char *ambient_llvm_path(void);

// The version of the loaded library, such as 19 1 7; zeros before it is loaded.
void ambient_llvm_version(unsigned *major, unsigned *minor, unsigned *patch);

// The name and the features of this machine's processor as LLVM calls them; valid for ever. Empty before loading.
const char *ambient_llvm_host_cpu(void);
const char *ambient_llvm_host_features(void);

// What a compilation gave; free it with ambient_llvm_release.
typedef struct {
    // An ELF relocatable object; NULL after a failure.
    uint8_t *object;
    size_t size;
    // Why there is no object; NULL without a failure.
    char *message;
    // 1 when a function needs more stack than its "warn-stack-size" attribute allows.
    int is_stack_exceeded;
} ambient_llvm_result;

// Compiles textual IR for a processor, running the passes of a pipeline in the syntax of `opt -passes`.
// Never aborts on bad IR: it is parsed and verified first.
ambient_llvm_result ambient_llvm_compile(
    const char *text, size_t length, const char *cpu, const char *features, const char *passes);

void ambient_llvm_release(ambient_llvm_result *result);

// Identifies the kind of processor without libLLVM: the raw words of CPUID that tell vendor, model and features, and
// which register states the system saves. `words` has room for 16.
void ambient_cpu_identity(uint32_t *words);

#endif
