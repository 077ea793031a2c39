/* FMI 3.0: names, types and order of arguments are those of the standard. */
#include <stdbool.h>

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI_EXPORT __attribute__((visibility("default")))
#else
#define FMI_EXPORT
#endif
#ifdef FMI3_FUNCTION_PREFIX
#define FMI_PASTE(a, b) a##b
#define FMI_JOIN(a, b) FMI_PASTE(a, b)
#define FMI(name) FMI_JOIN(FMI3_FUNCTION_PREFIX, name)
#else
#define FMI(name) name
#endif

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String,
                                       fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean *, fmi3Float64 *);
typedef void (*Callback)(void);

typedef struct {
    Unit u;
    fmi3LogMessageCallback log;
    fmi3InstanceEnvironment environment;
    bool logging, events, early;
} Instance;

static void say3(void *to, int grave, const char *text)
{
    const Instance *c = (const Instance *)to;
    if (!c->log || (!grave && !c->logging)) return;
    c->log(c->environment, grave ? fmi3Error : fmi3OK, grave ? "logStatusError" : "logAll", text);
}

static fmi3Status status3(int status)
{
    return status == DONE ? fmi3OK : status == DISCARDED ? fmi3Discard : fmi3Error;
}

#define RUNNING (INITIALIZATION | EVENT | CONTINUOUS | STEPPING | OVER)
#define CHECK(c, allowed) \
    if (!(c)) return fmi3Error; \
    Unit *const u = &((Instance *)(c))->u; \
    if (!phase_is(u, allowed, __func__)) return fmi3Error

FMI_EXPORT const char *FMI(fmi3GetVersion)(void) { return "3.0"; }

FMI_EXPORT fmi3Status FMI(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t count,
                                               const fmi3String categories[])
{
    (void)count; (void)categories;
    if (!c) return fmi3Error;
    ((Instance *)c)->logging = on;
    return fmi3OK;
}

static Instance *instance3(fmi3String name, fmi3String token, fmi3Boolean logging,
                           fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    if (!name || !token) return NULL;
    Instance *c = (Instance *)calloc(1, sizeof *c);
    if (!c) return NULL;
    c->log = log;
    c->logging = logging;
    c->environment = environment;
    c->u.m.say = say3;
    c->u.m.to = c;
    if (strcmp(token, MODEL_TOKEN)) {
        report(&c->u.m, 1, "the model description is not that of this code: its token differs");
        free(c);
        return NULL;
    }
    c->u.phase = INSTANTIATED;
    begin(&c->u.m);
    return c;
}

FMI_EXPORT fmi3Instance FMI(fmi3InstantiateModelExchange)(
    fmi3String name, fmi3String token, fmi3String place, fmi3Boolean visible, fmi3Boolean logging,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)place; (void)visible;
    return instance3(name, token, logging, environment, log);
}

FMI_EXPORT fmi3Instance FMI(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String place, fmi3Boolean visible, fmi3Boolean logging,
    fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference required[], size_t count,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3IntermediateUpdateCallback update)
{
    (void)place; (void)visible; (void)required; (void)count; (void)update;
    Instance *c = instance3(name, token, logging, environment, log);
    if (c) c->u.co_simulation = 1;
    if (c) c->events = events;
    if (c) c->early = early;
    return c;
}

FMI_EXPORT fmi3Instance FMI(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String token, fmi3String place, fmi3Boolean visible, fmi3Boolean logging,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, Callback clock,
    Callback lock, Callback unlock)
{
    (void)name; (void)token; (void)place; (void)visible; (void)logging; (void)environment;
    (void)log; (void)clock; (void)lock; (void)unlock;
    return NULL; /* there are no clocks */
}

FMI_EXPORT void FMI(fmi3FreeInstance)(fmi3Instance c) { free(c); }

FMI_EXPORT fmi3Status FMI(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean toleranced,
                                                       fmi3Float64 tolerance, fmi3Float64 start,
                                                       fmi3Boolean stops, fmi3Float64 stop)
{
    (void)toleranced; (void)tolerance;
    CHECK(c, INSTANTIATED);
    set_time(u, start);
    u->wants_stop = stops;
    u->stop = stop;
    u->phase = INITIALIZATION;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3ExitInitializationMode)(fmi3Instance c)
{
    CHECK(c, INITIALIZATION);
    int status = apply_changes(u);
    if (!status) status = assemble(&u->m);
    u->phase = u->co_simulation && !((Instance *)c)->events ? STEPPING : EVENT;
    return status3(status);
}

FMI_EXPORT fmi3Status FMI(fmi3EnterEventMode)(fmi3Instance c)
{
    CHECK(c, CONTINUOUS | STEPPING | EVENT);
    u->phase = EVENT;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3Terminate)(fmi3Instance c)
{
    CHECK(c, EVENT | CONTINUOUS | STEPPING);
    u->phase = OVER;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3Reset)(fmi3Instance c)
{
    if (!c) return fmi3Error;
    Unit *u = &((Instance *)c)->u;
    begin(&u->m);
    u->phase = INSTANTIATED;
    u->numbers_changed = 0;
    u->wants_stop = 0;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference vr[],
                                          size_t count, fmi3Float64 values[], size_t n)
{
    CHECK(c, INSTANTIATED | RUNNING);
    if (n != count) return fmi3Error;
    return status3(read_values(u, vr, count, values));
}

FMI_EXPORT fmi3Status FMI(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference vr[],
                                          size_t count, const fmi3Float64 values[], size_t n)
{
    CHECK(c, INSTANTIATED | INITIALIZATION | EVENT | CONTINUOUS | STEPPING);
    if (n != count) return fmi3Error;
    return status3(write_values(u, vr, count, values));
}

/* There are variables of one type only. */
#define NO_OTHERS(kind, type) \
    FMI_EXPORT fmi3Status FMI(fmi3Get##kind)(fmi3Instance c, const fmi3ValueReference vr[], \
                                             size_t count, type values[], size_t n) \
    { \
        (void)vr; (void)values; (void)n; \
        return c && count == 0 ? fmi3OK : fmi3Error; \
    } \
    FMI_EXPORT fmi3Status FMI(fmi3Set##kind)(fmi3Instance c, const fmi3ValueReference vr[], \
                                             size_t count, const type values[], size_t n) \
    { \
        (void)vr; (void)values; (void)n; \
        return c && count == 0 ? fmi3OK : fmi3Error; \
    }
NO_OTHERS(Float32, float)
NO_OTHERS(Int8, int8_t)
NO_OTHERS(UInt8, uint8_t)
NO_OTHERS(Int16, int16_t)
NO_OTHERS(UInt16, uint16_t)
NO_OTHERS(Int32, int32_t)
NO_OTHERS(UInt32, uint32_t)
NO_OTHERS(Int64, int64_t)
NO_OTHERS(UInt64, uint64_t)
NO_OTHERS(Boolean, fmi3Boolean)
NO_OTHERS(String, fmi3String)

FMI_EXPORT fmi3Status FMI(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference vr[],
                                         size_t count, size_t sizes[], fmi3Binary values[],
                                         size_t n)
{
    (void)vr; (void)sizes; (void)values; (void)n;
    return c && count == 0 ? fmi3OK : fmi3Error;
}

FMI_EXPORT fmi3Status FMI(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference vr[],
                                         size_t count, const size_t sizes[],
                                         const fmi3Binary values[], size_t n)
{
    (void)vr; (void)sizes; (void)values; (void)n;
    return c && count == 0 ? fmi3OK : fmi3Error;
}

FMI_EXPORT fmi3Status FMI(fmi3GetClock)(fmi3Instance c, const fmi3ValueReference vr[],
                                        size_t count, fmi3Clock values[])
{
    (void)vr; (void)values;
    return c && count == 0 ? fmi3OK : fmi3Error;
}

FMI_EXPORT fmi3Status FMI(fmi3SetClock)(fmi3Instance c, const fmi3ValueReference vr[],
                                        size_t count, const fmi3Clock values[])
{
    (void)vr; (void)values;
    return c && count == 0 ? fmi3OK : fmi3Error;
}

/* Dependencies are those of the model description; there are no structural parameters. */
FMI_EXPORT fmi3Status FMI(fmi3GetNumberOfVariableDependencies)(fmi3Instance c,
                                                               fmi3ValueReference vr, size_t *n)
{
    (void)c; (void)vr; (void)n;
    return fmi3Error;
}

FMI_EXPORT fmi3Status FMI(fmi3GetVariableDependencies)(
    fmi3Instance c, fmi3ValueReference vr, size_t elements[], fmi3ValueReference independents[],
    size_t others[], int kinds[], size_t n)
{
    (void)c; (void)vr; (void)elements; (void)independents; (void)others; (void)kinds; (void)n;
    return fmi3Error;
}

FMI_EXPORT fmi3Status FMI(fmi3GetFMUState)(fmi3Instance c, fmi3FMUState *state)
{
    if (!c || !state) return fmi3Error;
    if (!*state) *state = malloc(sizeof(Saved));
    if (!*state) return fmi3Error;
    save(&((Instance *)c)->u, (Saved *)*state);
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3SetFMUState)(fmi3Instance c, fmi3FMUState state)
{
    if (!c || !state) return fmi3Error;
    return status3(restore(&((Instance *)c)->u, (const Saved *)state));
}

FMI_EXPORT fmi3Status FMI(fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState *state)
{
    if (!c || !state) return fmi3Error;
    free(*state);
    *state = NULL;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState state,
                                                      size_t *size)
{
    if (!c || !state || !size) return fmi3Error;
    *size = sizeof(Saved);
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState state,
                                                 fmi3Byte to[], size_t size)
{
    if (!c || !state || size < sizeof(Saved)) return fmi3Error;
    memcpy(to, state, sizeof(Saved));
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte from[],
                                                   size_t size, fmi3FMUState *state)
{
    if (!c || !state || size != sizeof(Saved)) return fmi3Error;
    if (!*state) *state = malloc(sizeof(Saved));
    if (!*state) return fmi3Error;
    memcpy(*state, from, sizeof(Saved));
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetDirectionalDerivative)(
    fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
    const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[], size_t seeds,
    fmi3Float64 found[], size_t count)
{
    CHECK(c, RUNNING);
    if (seeds != knowns || count != unknowns) return fmi3Error;
    return status3(directional(u, unknown, unknowns, known, knowns, seed, found));
}

FMI_EXPORT fmi3Status FMI(fmi3GetAdjointDerivative)(
    fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
    const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[], size_t seeds,
    fmi3Float64 found[], size_t count)
{
    CHECK(c, RUNNING);
    if (seeds != unknowns || count != knowns) return fmi3Error;
    for (size_t j = 0; j < knowns; ++j) {
        const double one = 1.0;
        found[j] = 0.0;
        for (size_t i = 0; i < unknowns; ++i) {
            double part = 0.0;
            const int status = directional(u, &unknown[i], 1, &known[j], 1, &one, &part);
            if (status) return status3(status);
            found[j] += seed[i] * part;
        }
    }
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3EnterConfigurationMode)(fmi3Instance c)
{
    (void)c;
    return fmi3Error; /* there are no structural parameters */
}

FMI_EXPORT fmi3Status FMI(fmi3ExitConfigurationMode)(fmi3Instance c)
{
    (void)c;
    return fmi3Error;
}

#define NO_CLOCKS(name, ...) \
    FMI_EXPORT fmi3Status FMI(name)(fmi3Instance c, const fmi3ValueReference vr[], size_t count, \
                                    __VA_ARGS__)
NO_CLOCKS(fmi3GetIntervalDecimal, fmi3Float64 *a, int *b)
{ (void)c; (void)vr; (void)count; (void)a; (void)b; return fmi3Error; }
NO_CLOCKS(fmi3GetIntervalFraction, uint64_t *a, uint64_t *b, int *d)
{ (void)c; (void)vr; (void)count; (void)a; (void)b; (void)d; return fmi3Error; }
NO_CLOCKS(fmi3GetShiftDecimal, fmi3Float64 *a)
{ (void)c; (void)vr; (void)count; (void)a; return fmi3Error; }
NO_CLOCKS(fmi3GetShiftFraction, uint64_t *a, uint64_t *b)
{ (void)c; (void)vr; (void)count; (void)a; (void)b; return fmi3Error; }
NO_CLOCKS(fmi3SetIntervalDecimal, const fmi3Float64 *a)
{ (void)c; (void)vr; (void)count; (void)a; return fmi3Error; }
NO_CLOCKS(fmi3SetIntervalFraction, const uint64_t *a, const uint64_t *b)
{ (void)c; (void)vr; (void)count; (void)a; (void)b; return fmi3Error; }
NO_CLOCKS(fmi3SetShiftDecimal, const fmi3Float64 *a)
{ (void)c; (void)vr; (void)count; (void)a; return fmi3Error; }
NO_CLOCKS(fmi3SetShiftFraction, const uint64_t *a, const uint64_t *b)
{ (void)c; (void)vr; (void)count; (void)a; (void)b; return fmi3Error; }

FMI_EXPORT fmi3Status FMI(fmi3EvaluateDiscreteStates)(fmi3Instance c)
{
    CHECK(c, EVENT | INITIALIZATION);
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean *again,
                                                    fmi3Boolean *terminate, fmi3Boolean *nominals,
                                                    fmi3Boolean *values, fmi3Boolean *defined,
                                                    fmi3Float64 *next)
{
    CHECK(c, EVENT);
    const int status = apply_changes(u);
    const int changed = !status && !u->co_simulation && renew_states(u);
    *again = false;
    *terminate = has_ended(u) != 0;
    *nominals = *values = changed != 0;
    *next = 0.0;
    *defined = next_event(u, u->m.s.d.t[0], next) != 0;
    return status3(status);
}

/* --- model exchange --------------------------------------------------------------------------- */

#define EXCHANGE(c, allowed) \
    CHECK(c, allowed); \
    if (u->co_simulation) return fmi3Error

FMI_EXPORT fmi3Status FMI(fmi3EnterContinuousTimeMode)(fmi3Instance c)
{
    EXCHANGE(c, EVENT);
    u->phase = CONTINUOUS;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3CompletedIntegratorStep)(fmi3Instance c, fmi3Boolean final,
                                                       fmi3Boolean *event, fmi3Boolean *terminate)
{
    (void)final;
    EXCHANGE(c, CONTINUOUS);
    *event = wants_event(u) != 0;
    *terminate = false;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3SetTime)(fmi3Instance c, fmi3Float64 time)
{
    EXCHANGE(c, EVENT | CONTINUOUS);
    set_time(u, time);
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3SetContinuousStates)(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
    EXCHANGE(c, EVENT | CONTINUOUS);
    if (n != MODEL_NX) return fmi3Error;
    set_states(u, x);
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetContinuousStateDerivatives)(fmi3Instance c, fmi3Float64 rates[],
                                                             size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NX) return fmi3Error;
    int status = apply_changes(u);
    if (!status) status = evaluate(&u->m);
    for (int i = 0; i < MODEL_NX && !status; ++i) rates[i] = x_rate(&u->m, i, u->m.ydot);
    return status3(status);
}

FMI_EXPORT fmi3Status FMI(fmi3GetEventIndicators)(fmi3Instance c, fmi3Float64 indicators[],
                                                  size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NINDICATORS) return fmi3Error;
    int status = apply_changes(u);
    if (!status) status = put_indicators(&u->m);
    memcpy(indicators, u->m.indicators, n * sizeof(double));
    return status3(status);
}

FMI_EXPORT fmi3Status FMI(fmi3GetContinuousStates)(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NX) return fmi3Error;
    memcpy(x, u->m.s.x, n * sizeof(double));
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetNominalsOfContinuousStates)(fmi3Instance c,
                                                             fmi3Float64 nominals[], size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NX) return fmi3Error;
    for (int i = 0; i < MODEL_NX; ++i) nominals[i] = nominal(&u->m, i);
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *n)
{
    if (!c) return fmi3Error;
    *n = MODEL_NINDICATORS;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *n)
{
    if (!c) return fmi3Error;
    *n = MODEL_NX;
    return fmi3OK;
}

/* --- co-simulation ---------------------------------------------------------------------------- */

FMI_EXPORT fmi3Status FMI(fmi3EnterStepMode)(fmi3Instance c)
{
    CHECK(c, EVENT);
    if (!u->co_simulation) return fmi3Error;
    u->phase = STEPPING;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(fmi3GetOutputDerivatives)(fmi3Instance c, const fmi3ValueReference vr[],
                                                    size_t count, const int32_t orders[],
                                                    fmi3Float64 values[], size_t n)
{
    (void)c; (void)vr; (void)count; (void)orders; (void)values; (void)n;
    return fmi3Error; /* maxOutputDerivativeOrder is 0 */
}

FMI_EXPORT fmi3Status FMI(fmi3DoStep)(fmi3Instance c, fmi3Float64 at, fmi3Float64 size,
                                      fmi3Boolean final, fmi3Boolean *events,
                                      fmi3Boolean *terminate, fmi3Boolean *early,
                                      fmi3Float64 *reached)
{
    (void)final;
    CHECK(c, STEPPING);
    const int status = co_step(u, at, size);
    *terminate = has_ended(u) != 0;
    *early = *terminate && ((Instance *)c)->early;
    *events = false;
    *reached = u->m.s.d.t[0];
    return *terminate && status == DISCARDED ? fmi3OK : status3(status);
}

FMI_EXPORT fmi3Status FMI(fmi3ActivateModelPartition)(fmi3Instance c, fmi3ValueReference clock,
                                                      fmi3Float64 time)
{
    (void)c; (void)clock; (void)time;
    return fmi3Error; /* there are no clocks */
}
