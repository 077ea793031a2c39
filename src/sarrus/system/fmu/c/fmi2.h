/* FMI 2.0: names, types and order of arguments are those of the standard. */

#if defined(_WIN32)
#define FMI_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI_EXPORT __attribute__((visibility("default")))
#else
#define FMI_EXPORT
#endif
#ifdef FMI2_FUNCTION_PREFIX
#define FMI_PASTE(a, b) a##b
#define FMI_JOIN(a, b) FMI_PASTE(a, b)
#define FMI(name) FMI_JOIN(FMI2_FUNCTION_PREFIX, name)
#else
#define FMI(name) name
#endif

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
enum { fmi2False = 0, fmi2True = 1 };
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated
} fmi2StatusKind;
typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

typedef struct {
    Unit u;
    const fmi2CallbackFunctions *callbacks;
    fmi2Boolean logging;
    char *name;
} Component;

static void say2(void *to, int grave, const char *text)
{
    const Component *c = (const Component *)to;
    if (!c->callbacks || !c->callbacks->logger || (!grave && !c->logging)) return;
    c->callbacks->logger(c->callbacks->componentEnvironment, c->name,
                         grave ? fmi2Error : fmi2OK, grave ? "logStatusError" : "logAll", "%s",
                         text);
}

static fmi2Status status2(int status)
{
    return status == DONE ? fmi2OK : status == DISCARDED ? fmi2Discard : fmi2Error;
}

#define RUNNING (INITIALIZATION | EVENT | CONTINUOUS | STEPPING | OVER)
#define CHECK(c, allowed) \
    if (!(c)) return fmi2Error; \
    Unit *const u = &((Component *)(c))->u; \
    if (!phase_is(u, allowed, __func__)) return fmi2Error

FMI_EXPORT const char *FMI(fmi2GetTypesPlatform)(void) { return "default"; }
FMI_EXPORT const char *FMI(fmi2GetVersion)(void) { return "2.0"; }

FMI_EXPORT fmi2Status FMI(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count,
                                               const fmi2String categories[])
{
    (void)count; (void)categories;
    if (!c) return fmi2Error;
    ((Component *)c)->logging = on;
    return fmi2OK;
}

FMI_EXPORT fmi2Component FMI(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                              fmi2String place,
                                              const fmi2CallbackFunctions *callbacks,
                                              fmi2Boolean visible, fmi2Boolean logging)
{
    (void)place; (void)visible;
    if (!name || !guid) return NULL;
    Component *c = (Component *)calloc(1, sizeof *c);
    if (!c) return NULL;
    c->callbacks = callbacks;
    c->logging = logging;
    c->name = (char *)malloc(strlen(name) + 1);
    if (!c->name) {
        free(c);
        return NULL;
    }
    strcpy(c->name, name);
    c->u.m.say = say2;
    c->u.m.to = c;
    if (strcmp(guid, MODEL_TOKEN)) {
        report(&c->u.m, 1, "the model description is not that of this code: its GUID differs");
        free(c->name);
        free(c);
        return NULL;
    }
    c->u.co_simulation = type == fmi2CoSimulation;
    c->u.phase = INSTANTIATED;
    begin(&c->u.m);
    return c;
}

FMI_EXPORT void FMI(fmi2FreeInstance)(fmi2Component c)
{
    if (!c) return;
    free(((Component *)c)->name);
    free(c);
}

FMI_EXPORT fmi2Status FMI(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean toleranced,
                                               fmi2Real tolerance, fmi2Real start,
                                               fmi2Boolean stops, fmi2Real stop)
{
    (void)toleranced; (void)tolerance;
    CHECK(c, INSTANTIATED);
    set_time(u, start);
    u->wants_stop = stops;
    u->stop = stop;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2EnterInitializationMode)(fmi2Component c)
{
    CHECK(c, INSTANTIATED);
    u->phase = INITIALIZATION;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2ExitInitializationMode)(fmi2Component c)
{
    CHECK(c, INITIALIZATION);
    int status = apply_changes(u);
    if (!status) status = assemble(&u->m);
    u->phase = u->co_simulation ? STEPPING : EVENT;
    return status2(status);
}

FMI_EXPORT fmi2Status FMI(fmi2Terminate)(fmi2Component c)
{
    CHECK(c, EVENT | CONTINUOUS | STEPPING);
    u->phase = OVER;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2Reset)(fmi2Component c)
{
    if (!c) return fmi2Error;
    Unit *u = &((Component *)c)->u;
    begin(&u->m);
    u->phase = INSTANTIATED;
    u->numbers_changed = 0;
    u->wants_stop = 0;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2GetReal)(fmi2Component c, const fmi2ValueReference vr[],
                                       size_t count, fmi2Real value[])
{
    CHECK(c, INSTANTIATED | RUNNING);
    return status2(read_values(u, vr, count, value));
}

FMI_EXPORT fmi2Status FMI(fmi2SetReal)(fmi2Component c, const fmi2ValueReference vr[],
                                       size_t count, const fmi2Real value[])
{
    CHECK(c, INSTANTIATED | INITIALIZATION | EVENT | CONTINUOUS | STEPPING);
    return status2(write_values(u, vr, count, value));
}

/* There are real variables only. */
#define NO_OTHERS(kind, type, constant, verb) \
    FMI_EXPORT fmi2Status FMI(fmi2##verb##kind)(fmi2Component c, const fmi2ValueReference vr[], \
                                               size_t count, constant type value[]) \
    { \
        (void)vr; (void)value; \
        return c && count == 0 ? fmi2OK : fmi2Error; \
    }
#define NOTHING
NO_OTHERS(Integer, fmi2Integer, NOTHING, Get)
NO_OTHERS(Boolean, fmi2Boolean, NOTHING, Get)
NO_OTHERS(String, fmi2String, NOTHING, Get)
NO_OTHERS(Integer, fmi2Integer, const, Set)
NO_OTHERS(Boolean, fmi2Boolean, const, Set)
NO_OTHERS(String, fmi2String, const, Set)

FMI_EXPORT fmi2Status FMI(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
    if (!c || !state) return fmi2Error;
    if (!*state) *state = malloc(sizeof(Saved));
    if (!*state) return fmi2Error;
    save(&((Component *)c)->u, (Saved *)*state);
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate state)
{
    if (!c || !state) return fmi2Error;
    return status2(restore(&((Component *)c)->u, (const Saved *)state));
}

FMI_EXPORT fmi2Status FMI(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
    if (!c || !state) return fmi2Error;
    free(*state);
    *state = NULL;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state,
                                                      size_t *size)
{
    if (!c || !state || !size) return fmi2Error;
    *size = sizeof(Saved);
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate state,
                                                 fmi2Byte to[], size_t size)
{
    if (!c || !state || size < sizeof(Saved)) return fmi2Error;
    memcpy(to, state, sizeof(Saved));
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte from[],
                                                   size_t size, fmi2FMUstate *state)
{
    if (!c || !state || size != sizeof(Saved)) return fmi2Error;
    if (!*state) *state = malloc(sizeof(Saved));
    if (!*state) return fmi2Error;
    memcpy(*state, from, sizeof(Saved));
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2GetDirectionalDerivative)(
    fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
    const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[], fmi2Real found[])
{
    CHECK(c, RUNNING);
    return status2(directional(u, unknown, unknowns, known, knowns, seed, found));
}

/* --- model exchange --------------------------------------------------------------------------- */

#define EXCHANGE(c, allowed) \
    CHECK(c, allowed); \
    if (u->co_simulation) return fmi2Error

FMI_EXPORT fmi2Status FMI(fmi2EnterEventMode)(fmi2Component c)
{
    EXCHANGE(c, CONTINUOUS | EVENT);
    u->phase = EVENT;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
    EXCHANGE(c, EVENT);
    const int status = apply_changes(u);
    const int changed = !status && renew_states(u);
    info->newDiscreteStatesNeeded = fmi2False;
    info->terminateSimulation = has_ended(u);
    info->valuesOfContinuousStatesChanged = changed;
    info->nominalsOfContinuousStatesChanged = changed;
    info->nextEventTime = 0.0;
    info->nextEventTimeDefined = next_event(u, u->m.s.d.t[0], &info->nextEventTime);
    return status2(status);
}

FMI_EXPORT fmi2Status FMI(fmi2EnterContinuousTimeMode)(fmi2Component c)
{
    EXCHANGE(c, EVENT);
    u->phase = CONTINUOUS;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2CompletedIntegratorStep)(fmi2Component c, fmi2Boolean final,
                                                       fmi2Boolean *event, fmi2Boolean *terminate)
{
    (void)final;
    EXCHANGE(c, CONTINUOUS);
    *event = wants_event(u);
    *terminate = fmi2False;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2SetTime)(fmi2Component c, fmi2Real time)
{
    EXCHANGE(c, EVENT | CONTINUOUS);
    set_time(u, time);
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t n)
{
    EXCHANGE(c, EVENT | CONTINUOUS);
    if (n != MODEL_NX) return fmi2Error;
    set_states(u, x);
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2GetDerivatives)(fmi2Component c, fmi2Real rates[], size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NX) return fmi2Error;
    int status = apply_changes(u);
    if (!status) status = evaluate(&u->m);
    for (int i = 0; i < MODEL_NX && !status; ++i) rates[i] = x_rate(&u->m, i, u->m.ydot);
    return status2(status);
}

FMI_EXPORT fmi2Status FMI(fmi2GetEventIndicators)(fmi2Component c, fmi2Real indicators[], size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NINDICATORS) return fmi2Error;
    int status = apply_changes(u);
    if (!status) status = put_indicators(&u->m);
    memcpy(indicators, u->m.indicators, n * sizeof(double));
    return status2(status);
}

FMI_EXPORT fmi2Status FMI(fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NX) return fmi2Error;
    memcpy(x, u->m.s.x, n * sizeof(double));
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominals[],
                                                             size_t n)
{
    EXCHANGE(c, RUNNING);
    if (n != MODEL_NX) return fmi2Error;
    for (int i = 0; i < MODEL_NX; ++i) nominals[i] = nominal(&u->m, i);
    return fmi2OK;
}

/* --- co-simulation ---------------------------------------------------------------------------- */

FMI_EXPORT fmi2Status FMI(fmi2DoStep)(fmi2Component c, fmi2Real at, fmi2Real size,
                                      fmi2Boolean discards)
{
    (void)discards;
    CHECK(c, STEPPING);
    return status2(co_step(u, at, size));
}

FMI_EXPORT fmi2Status FMI(fmi2SetRealInputDerivatives)(fmi2Component c,
                                                       const fmi2ValueReference vr[], size_t n,
                                                       const fmi2Integer order[],
                                                       const fmi2Real value[])
{
    (void)c; (void)vr; (void)n; (void)order; (void)value;
    return fmi2Error; /* inputs are held over a step: canInterpolateInputs is false */
}

FMI_EXPORT fmi2Status FMI(fmi2GetRealOutputDerivatives)(fmi2Component c,
                                                        const fmi2ValueReference vr[], size_t n,
                                                        const fmi2Integer order[],
                                                        fmi2Real value[])
{
    (void)c; (void)vr; (void)n; (void)order; (void)value;
    return fmi2Error; /* maxOutputDerivativeOrder is 0 */
}

FMI_EXPORT fmi2Status FMI(fmi2CancelStep)(fmi2Component c)
{
    (void)c;
    return fmi2Error; /* steps are never left pending */
}

FMI_EXPORT fmi2Status FMI(fmi2GetStatus)(fmi2Component c, const fmi2StatusKind kind,
                                         fmi2Status *value)
{
    (void)c; (void)kind; (void)value;
    return fmi2Discard;
}

FMI_EXPORT fmi2Status FMI(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind,
                                             fmi2Real *value)
{
    if (!c || kind != fmi2LastSuccessfulTime) return fmi2Discard;
    *value = ((Component *)c)->u.m.s.d.t[0];
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                fmi2Integer *value)
{
    (void)c; (void)kind; (void)value;
    return fmi2Discard;
}

FMI_EXPORT fmi2Status FMI(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                fmi2Boolean *value)
{
    if (!c || kind != fmi2Terminated) return fmi2Discard;
    *value = has_ended(&((Component *)c)->u);
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind kind,
                                               fmi2String *value)
{
    (void)c; (void)kind; (void)value;
    return fmi2Discard;
}
