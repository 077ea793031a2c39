/* A small FMU for FMI 3.0 whose variables are arrays: dx/dt = A u - x, y = x; x and u of n and m. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2, M = 3 };
typedef struct { double t, u[M], A[N * M], x[N], rate[N], left[N]; } Model;
enum { U = 1, A, X, RATE, Y, LEFT };
#define GIVE __attribute__((visibility("default")))
#define UNUSED(x) (void)(x)

GIVE const char *fmi3GetVersion(void) { return "3.0"; }
static Model *make(const char *token)
{
    if (strcmp(token, TOKEN)) return NULL;
    Model *m = calloc(1, sizeof *m);
    for (int i = 0; i < N; ++i) m->x[i] = i + 1.0;
    return m;
}
GIVE void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *place,
                                        bool visible, bool logging, void *env, void *log)
{
    UNUSED(name); UNUSED(place); UNUSED(visible); UNUSED(logging); UNUSED(env); UNUSED(log);
    return make(token);
}
GIVE void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *place,
                                       bool visible, bool logging, bool events, bool early,
                                       const uint32_t *vr, size_t n, void *env, void *log, void *up)
{
    UNUSED(name); UNUSED(place); UNUSED(visible); UNUSED(logging); UNUSED(events); UNUSED(early);
    UNUSED(vr); UNUSED(n); UNUSED(env); UNUSED(log); UNUSED(up);
    return make(token);
}
GIVE void fmi3FreeInstance(void *m) { free(m); }
GIVE int fmi3EnterInitializationMode(void *m, bool d, double o, double t, bool s, double e)
{
    UNUSED(d); UNUSED(o); UNUSED(s); UNUSED(e);
    ((Model *)m)->t = t;
    return 0;
}
GIVE int fmi3ExitInitializationMode(void *m) { UNUSED(m); return 0; }
GIVE int fmi3EnterEventMode(void *m) { UNUSED(m); return 0; }
GIVE int fmi3EnterContinuousTimeMode(void *m) { UNUSED(m); return 0; }
GIVE int fmi3Terminate(void *m) { UNUSED(m); return 0; }
static void put_rate(Model *m)
{
    for (int i = 0; i < N; ++i) {
        m->rate[i] = -m->x[i];
        m->left[i] = m->x[i] + 100.0;
        for (int j = 0; j < M; ++j) m->rate[i] += m->A[i * M + j] * m->u[j];
    }
}
static double *place(Model *m, uint32_t vr, size_t *n)
{
    double *const all[] = {&m->t, m->u, m->A, m->x, m->rate, m->x, m->left};
    static const size_t size[] = {1, M, N * M, N, N, N, N};
    if (vr > LEFT) return NULL;
    *n = size[vr];
    return all[vr];
}
GIVE int fmi3GetFloat64(void *c, const uint32_t *vr, size_t count, double *values, size_t n)
{
    size_t at = 0, size = 0;
    put_rate(c);
    for (size_t k = 0; k < count; ++k, at += size) {
        const double *const from = place(c, vr[k], &size);
        if (!from || at + size > n) return 3;
        memcpy(values + at, from, size * sizeof(double));
    }
    return at == n ? 0 : 3;
}
GIVE int fmi3SetFloat64(void *c, const uint32_t *vr, size_t count, const double *values, size_t n)
{
    size_t at = 0, size = 0;
    for (size_t k = 0; k < count; ++k, at += size) {
        double *const to = place(c, vr[k], &size);
        if (!to || at + size > n) return 3;
        memcpy(to, values + at, size * sizeof(double));
    }
    return at == n ? 0 : 3;
}
GIVE int fmi3UpdateDiscreteStates(void *m, bool *a, bool *b, bool *c, bool *d, bool *e, double *t)
{
    UNUSED(m); UNUSED(t);
    *a = *b = *c = *d = *e = false;
    return 0;
}
GIVE int fmi3CompletedIntegratorStep(void *m, bool last, bool *event, bool *ends)
{
    UNUSED(m); UNUSED(last);
    *event = *ends = false;
    return 0;
}
GIVE int fmi3SetTime(void *m, double t) { ((Model *)m)->t = t; return 0; }
GIVE int fmi3SetContinuousStates(void *m, const double *x, size_t n)
{
    memcpy(((Model *)m)->x, x, n * sizeof(double));
    return n != N;
}
GIVE int fmi3GetContinuousStates(void *m, double *x, size_t n)
{
    memcpy(x, ((Model *)m)->x, n * sizeof(double));
    return n != N;
}
GIVE int fmi3GetContinuousStateDerivatives(void *m, double *x, size_t n)
{
    put_rate(m);
    memcpy(x, ((Model *)m)->rate, n * sizeof(double));
    return n != N;
}
GIVE int fmi3GetEventIndicators(void *m, double *x, size_t n)
{
    put_rate(m);
    memcpy(x, ((Model *)m)->left, n * sizeof(double));
    return n != N;
}
GIVE int fmi3DoStep(void *c, double t, double h, bool last, bool *event, bool *ends, bool *early,
                    double *reached)
{
    UNUSED(last);
    Model *const m = c;
    put_rate(m);
    for (int i = 0; i < N; ++i) {
        const double aim = m->rate[i] + m->x[i];
        m->x[i] = aim + (m->x[i] - aim) * exp(-h);
    }
    m->t = *reached = t + h;
    *event = *ends = *early = false;
    return 0;
}
