// dladdr.
#define _GNU_SOURCE

#include "CLLVM.h"

#include <cpuid.h>
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The part of LLVM's C interface that is used. Enumerations are plain integers there; their values are fixed.
typedef struct LLVMOpaqueContext *LLVMContextRef;
typedef struct LLVMOpaqueModule *LLVMModuleRef;
typedef struct LLVMOpaqueMemoryBuffer *LLVMMemoryBufferRef;
typedef struct LLVMTarget *LLVMTargetRef;
typedef struct LLVMOpaqueTargetMachine *LLVMTargetMachineRef;
typedef struct LLVMOpaqueTargetData *LLVMTargetDataRef;
typedef struct LLVMOpaquePassBuilderOptions *LLVMPassBuilderOptionsRef;
typedef struct LLVMOpaqueError *LLVMErrorRef;
typedef struct LLVMOpaqueDiagnosticInfo *LLVMDiagnosticInfoRef;
typedef int LLVMBool;

#define FUNCTIONS(X)                                                                                                   \
    X(void, InitializeX86TargetInfo, (void))                                                                           \
    X(void, InitializeX86Target, (void))                                                                               \
    X(void, InitializeX86TargetMC, (void))                                                                             \
    X(void, InitializeX86AsmPrinter, (void))                                                                           \
    X(void, InstallFatalErrorHandler, (void (*)(const char *)))                                                        \
    X(char *, GetDefaultTargetTriple, (void))                                                                          \
    X(char *, GetHostCPUName, (void))                                                                                  \
    X(char *, GetHostCPUFeatures, (void))                                                                              \
    X(LLVMBool, GetTargetFromTriple, (const char *, LLVMTargetRef *, char **))                                         \
    X(LLVMTargetMachineRef, CreateTargetMachine,                                                                       \
      (LLVMTargetRef, const char *, const char *, const char *, int, int, int))                                        \
    X(void, DisposeTargetMachine, (LLVMTargetMachineRef))                                                              \
    X(LLVMTargetDataRef, CreateTargetDataLayout, (LLVMTargetMachineRef))                                               \
    X(void, DisposeTargetData, (LLVMTargetDataRef))                                                                    \
    X(void, SetModuleDataLayout, (LLVMModuleRef, LLVMTargetDataRef))                                                   \
    X(void, SetTarget, (LLVMModuleRef, const char *))                                                                  \
    X(LLVMContextRef, ContextCreate, (void))                                                                           \
    X(void, ContextDispose, (LLVMContextRef))                                                                          \
    X(void, ContextSetDiagnosticHandler, (LLVMContextRef, void (*)(LLVMDiagnosticInfoRef, void *), void *))            \
    X(char *, GetDiagInfoDescription, (LLVMDiagnosticInfoRef))                                                         \
    X(int, GetDiagInfoSeverity, (LLVMDiagnosticInfoRef))                                                               \
    X(LLVMMemoryBufferRef, CreateMemoryBufferWithMemoryRangeCopy, (const char *, size_t, const char *))                \
    X(LLVMBool, ParseIRInContext, (LLVMContextRef, LLVMMemoryBufferRef, LLVMModuleRef *, char **))                     \
    X(LLVMBool, VerifyModule, (LLVMModuleRef, int, char **))                                                           \
    X(void, DisposeModule, (LLVMModuleRef))                                                                            \
    X(LLVMPassBuilderOptionsRef, CreatePassBuilderOptions, (void))                                                     \
    X(void, DisposePassBuilderOptions, (LLVMPassBuilderOptionsRef))                                                    \
    X(LLVMErrorRef, RunPasses, (LLVMModuleRef, const char *, LLVMTargetMachineRef, LLVMPassBuilderOptionsRef))         \
    X(char *, GetErrorMessage, (LLVMErrorRef))                                                                         \
    X(void, DisposeErrorMessage, (char *))                                                                             \
    X(LLVMBool, TargetMachineEmitToMemoryBuffer,                                                                       \
      (LLVMTargetMachineRef, LLVMModuleRef, int, char **, LLVMMemoryBufferRef *))                                      \
    X(const char *, GetBufferStart, (LLVMMemoryBufferRef))                                                             \
    X(size_t, GetBufferSize, (LLVMMemoryBufferRef))                                                                    \
    X(void, DisposeMemoryBuffer, (LLVMMemoryBufferRef))                                                                \
    X(void, DisposeMessage, (char *))

#define DECLARE(result, name, parameters) static result(*LLVM##name) parameters;
FUNCTIONS(DECLARE)

// Values of LLVM's enumerations.
enum { CODE_GEN_DEFAULT = 2, RELOC_PIC = 2, CODE_MODEL_SMALL = 3, OBJECT_FILE = 1, RETURN_STATUS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *library;
static char load_failure[512];
static unsigned version[3];
static char *host_cpu, *host_features, *triple;
static char *library_path;
// Set when LLVM gave up in the middle of its work: its state can no longer be trusted.
static int is_broken;

// Newest first among the versions that give the same code speed and bits; 14 and older have typed pointers.
static const char *const names[] = {
    "libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM.so.20.1", "libLLVM.so.21.1", "libLLVM.so.22.1", "libLLVM.so.18.1",
    "libLLVM-18.so.1", "libLLVM-17.so.1", "libLLVM-16.so.1", "libLLVM-15.so.1",
};

// Where LLVM's "fatal error" handler returns to, instead of ending the process.
static __thread jmp_buf *escape;
static __thread char fatal_message[256];

static void fatal(const char *reason) {
    snprintf(fatal_message, sizeof fatal_message, "%s", reason ? reason : "");
    if (escape) longjmp(*escape, 1);
}

static int resolve(void *handle) {
#define RESOLVE(result, name, parameters)                                                                              \
    LLVM##name = (result(*) parameters)dlsym(handle, "LLVM" #name);                                                    \
    if (!LLVM##name) {                                                                                                 \
        snprintf(load_failure, sizeof load_failure, "libLLVM has no LLVM" #name);                                      \
        return 1;                                                                                                      \
    }
    FUNCTIONS(RESOLVE)
    return 0;
}

static int load(const char *path) {
    void *handle = NULL;
    if (path) {
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    } else {
        for (size_t i = 0; !handle && i < sizeof names / sizeof *names; i++)
            handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!handle) {
        const char *reason = path ? dlerror() : NULL;
        snprintf(load_failure, sizeof load_failure, "%s", reason ? reason : "libLLVM 15 to 22 is not installed");
        return 1;
    }
    if (resolve(handle)) {
        dlclose(handle);
        return 1;
    }
    // It came with version 16; what 15 has and 14 does not is pointers without types.
    void (*get_version)(unsigned *, unsigned *, unsigned *) =
        (void (*)(unsigned *, unsigned *, unsigned *))dlsym(handle, "LLVMGetVersion");
    if (get_version) {
        get_version(&version[0], &version[1], &version[2]);
    } else {
        version[0] = dlsym(handle, "LLVMContextSetOpaquePointers") ? 15 : 14;
    }
    if (version[0] < 15) {
        snprintf(load_failure, sizeof load_failure, "libLLVM %u is too old (15 or later is needed)", version[0]);
        dlclose(handle);
        return 1;
    }
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInstallFatalErrorHandler(fatal);
    triple = LLVMGetDefaultTargetTriple();
    host_cpu = LLVMGetHostCPUName();
    host_features = LLVMGetHostCPUFeatures();
    Dl_info info;
    if (dladdr((void *)LLVMContextCreate, &info) && info.dli_fname) library_path = strdup(info.dli_fname);
    library = handle;
    return 0;
}

int ambient_llvm_load(const char *path, const char **message) {
    pthread_mutex_lock(&lock);
    if (!library && !load_failure[0]) load(path);
    int status = library ? 0 : 1;
    *message = load_failure;
    pthread_mutex_unlock(&lock);
    return status;
}

const char *ambient_llvm_name(size_t index) { return index < sizeof names / sizeof *names ? names[index] : NULL; }

const char *ambient_llvm_path(void) { return library_path ? library_path : ""; }

void ambient_llvm_version(unsigned *major, unsigned *minor, unsigned *patch) {
    *major = version[0];
    *minor = version[1];
    *patch = version[2];
}

const char *ambient_llvm_host_cpu(void) { return host_cpu ? host_cpu : ""; }
const char *ambient_llvm_host_features(void) { return host_features ? host_features : ""; }

// The first thing that LLVM says of a module, and whether it is about the stack.
struct listener {
    ambient_llvm_result *result;
};

static void keep(ambient_llvm_result *result, const char *message) {
    if (!result->message) result->message = strdup(message && *message ? message : "unknown error");
}

static void diagnose(LLVMDiagnosticInfoRef info, void *context) {
    struct listener *listener = context;
    char *text = LLVMGetDiagInfoDescription(info);
    if (text && strstr(text, "stack frame size")) listener->result->is_stack_exceeded = 1;
    if (LLVMGetDiagInfoSeverity(info) == 0) keep(listener->result, text);
    if (text) LLVMDisposeMessage(text);
}

static void take(ambient_llvm_result *result, char *message) {
    keep(result, message);
    if (message) LLVMDisposeMessage(message);
}

// Everything between parsing and the object; what it makes is in the arguments, to be disposed of by the caller.
static void work(
    ambient_llvm_result *result, const char *text, size_t length, const char *cpu, const char *features,
    const char *passes, LLVMContextRef context, LLVMModuleRef *module, LLVMTargetMachineRef *machine,
    LLVMMemoryBufferRef *object) {
    char *message = NULL;
    LLVMMemoryBufferRef source = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "shader");
    // Parsing takes the buffer over, whatever comes of it.
    if (LLVMParseIRInContext(context, source, module, &message)) {
        *module = NULL;
        take(result, message);
        return;
    }
    LLVMTargetRef target = NULL;
    message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        take(result, message);
        return;
    }
    *machine = LLVMCreateTargetMachine(target, triple, cpu, features, CODE_GEN_DEFAULT, RELOC_PIC, CODE_MODEL_SMALL);
    if (!*machine) {
        keep(result, "no target machine");
        return;
    }
    LLVMSetTarget(*module, triple);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(*machine);
    LLVMSetModuleDataLayout(*module, layout);
    LLVMDisposeTargetData(layout);
    message = NULL;
    if (LLVMVerifyModule(*module, RETURN_STATUS, &message)) {
        take(result, message);
        return;
    }
    if (message) LLVMDisposeMessage(message);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(*module, passes, *machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (failure) {
        char *reason = LLVMGetErrorMessage(failure);
        keep(result, reason);
        LLVMDisposeErrorMessage(reason);
        return;
    }
    message = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(*machine, *module, OBJECT_FILE, &message, object)) {
        *object = NULL;
        take(result, message);
        return;
    }
    result->size = LLVMGetBufferSize(*object);
    result->object = malloc(result->size ? result->size : 1);
    if (!result->object) {
        keep(result, "out of memory");
        return;
    }
    memcpy(result->object, LLVMGetBufferStart(*object), result->size);
}

ambient_llvm_result ambient_llvm_compile(
    const char *text, size_t length, const char *cpu, const char *features, const char *passes) {
    ambient_llvm_result result = {0};
    if (!library || __atomic_load_n(&is_broken, __ATOMIC_RELAXED)) {
        keep(&result, library ? "libLLVM failed before in this process" : "libLLVM is not loaded");
        return result;
    }
    struct listener listener = {&result};
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, diagnose, &listener);
    LLVMModuleRef module = NULL;
    LLVMTargetMachineRef machine = NULL;
    LLVMMemoryBufferRef object = NULL;
    jmp_buf here;
    if (setjmp(here)) {
        // What LLVM was working on is abandoned, not disposed of: nobody knows what state it is in.
        escape = NULL;
        __atomic_store_n(&is_broken, 1, __ATOMIC_RELAXED);
        keep(&result, fatal_message);
        return result;
    }
    escape = &here;
    work(&result, text, length, cpu, features, passes, context, &module, &machine, &object);
    if (object) LLVMDisposeMemoryBuffer(object);
    if (module) LLVMDisposeModule(module);
    if (machine) LLVMDisposeTargetMachine(machine);
    LLVMContextDispose(context);
    escape = NULL;
    return result;
}

void ambient_llvm_release(ambient_llvm_result *result) {
    free(result->object);
    free(result->message);
    result->object = NULL;
    result->message = NULL;
    result->size = 0;
}

void ambient_cpu_identity(uint32_t *words) {
    memset(words, 0, 16 * sizeof *words);
    unsigned a, b, c, d;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return;
    words[0] = b;
    words[1] = c;
    words[2] = d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return;
    words[3] = a;
    words[4] = c;
    words[5] = d;
    int saves_state = (c >> 27) & 1;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        words[6] = b;
        words[7] = c;
        words[8] = d;
    }
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d)) {
        words[9] = a;
        words[10] = d;
    }
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) {
        words[11] = c;
        words[12] = d;
    }
    if (saves_state) {
        uint32_t low, high;
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        words[13] = low;
        words[14] = high;
    }
}
