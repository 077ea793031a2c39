/* A small FMU for FMI 2.0 that does what FMUs should, and on request what they should not.

   dx/dt = -k x + u,  y = x,  level = number of time events so far (every 0.25 s)
   With `ball`: x is a height, dx/dt = v, dv/dt = -9.81, thrown back where x = 0.
   fault: 1 crashes, 2 hangs, 3 returns fmi2Error, 4 yields NaN, 5 asks for the end, 6 discards;
   from t = 0.5 on; 7 returns fmi2Error in the initialization. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>

typedef void (*Log)(void *, const char *, int, const char *, const char *, ...);
typedef struct { Log log; void *(*get)(size_t, size_t); void (*free)(void *); void *f, *e; } Calls;
typedef struct { int again, ends, nominals, values, timed; double time; } Info;
typedef struct {
    double t, x, v, u, k, e, level, next;
    int fault, ball, bounces;
    char mark[8];
    Log log; void *environment;
} Model;

enum { X, V, U, Y, K, E, LEVEL, DX, DV, BOUNCES };

#define GIVE __attribute__((visibility("default")))

GIVE const char *fmi2GetVersion(void) { return "2.0"; }
GIVE const char *fmi2GetTypesPlatform(void) { return "default"; }

GIVE void *fmi2Instantiate(const char *name, int type, const char *guid, const char *where,
                           const Calls *calls, int visible, int logging)
{
    (void)type; (void)where; (void)visible; (void)logging;
    if (strcmp(guid, TOKEN) != 0) {
        calls->log(calls->e, name, 3, "error", "the GUID is %s, not %s", guid, TOKEN);
        return NULL;
    }
    Model *m = calls->get(1, sizeof(Model));
    m->log = calls->log; m->environment = calls->e;
    m->k = 2.0; m->e = 0.7; m->x = 1.0; m->next = 0.25;
    return m;
}
GIVE void fmi2FreeInstance(void *m) { free(m); }

static int fault(Model *m, double *y)
{
    if (!m->fault || m->t < 0.5) return 0;
    if (m->fault == 1) { volatile int *p = NULL; *p = 1; }
    if (m->fault == 2) for (;;) sleep(1);
    if (m->fault == 3) {
        m->log(m->environment, "m", 3, "error", "pressure %g Pa is above %d %s", 2.5, 7, "bar");
        return 3;
    }
    if (m->fault == 4) *y = NAN;
    if (m->fault == 6) return 2;
    return 0;
}
static double *place(Model *m, unsigned r)
{
    switch (r) {
    case X: case Y: return &m->x;
    case V: return &m->v;
    case U: return &m->u;
    case K: return &m->k;
    case E: return &m->e;
    case LEVEL: return &m->level;
    default: return NULL;
    }
}
static double slope(Model *m) { return m->ball ? m->v : -m->k * m->x + m->u; }

GIVE int fmi2SetReal(Model *m, const unsigned *r, size_t n, const double *y)
{
    for (size_t i = 0; i < n; ++i) { double *p = place(m, r[i]); if (!p) return 3; *p = y[i]; }
    return 0;
}
GIVE int fmi2GetReal(Model *m, const unsigned *r, size_t n, double *y)
{
    int status = 0;
    for (size_t i = 0; i < n; ++i) {
        double *p = place(m, r[i]);
        y[i] = p ? *p : r[i] == DX ? slope(m) : r[i] == DV ? -9.81 : m->bounces;
        if (r[i] == Y && (status = fault(m, &y[i]))) return status;
    }
    return status;
}
GIVE int fmi2SetInteger(Model *m, const unsigned *r, size_t n, const int *y)
{ for (size_t i = 0; i < n; ++i) if (r[i] == 0) m->fault = y[i]; return 0; }
GIVE int fmi2SetBoolean(Model *m, const unsigned *r, size_t n, const int *y)
{ for (size_t i = 0; i < n; ++i) if (r[i] == 0) m->ball = y[i]; return 0; }
GIVE int fmi2SetString(Model *m, const unsigned *r, size_t n, const char **y)
{ for (size_t i = 0; i < n; ++i) if (r[i] == 0) strncpy(m->mark, y[i], 7); return 0; }
GIVE int fmi2SetupExperiment(Model *m, int a, double b, double t, int c, double d)
{ (void)a; (void)b; (void)c; (void)d; m->t = t; return 0; }
GIVE int fmi2EnterInitializationMode(Model *m) { return m->fault == 7 ? 3 : 0; }
GIVE int fmi2ExitInitializationMode(Model *m) { (void)m; return 0; }
GIVE int fmi2Terminate(Model *m) { (void)m; return 0; }
GIVE int fmi2Reset(Model *m) { (void)m; return 0; }

/* --- Model Exchange */
GIVE int fmi2SetTime(Model *m, double t) { m->t = t; return 0; }
GIVE int fmi2SetContinuousStates(Model *m, const double *x, size_t n)
{ (void)n; m->x = x[0]; m->v = x[1]; return 0; }
GIVE int fmi2GetContinuousStates(Model *m, double *x, size_t n)
{ (void)n; x[0] = m->x; x[1] = m->v; return 0; }
GIVE int fmi2GetDerivatives(Model *m, double *x, size_t n)
{ (void)n; x[0] = slope(m); x[1] = m->ball ? -9.81 : 0.0; return 0; }
GIVE int fmi2GetEventIndicators(Model *m, double *z, size_t n)
{ (void)n; z[0] = m->ball ? m->x : 1.0; return 0; }
GIVE int fmi2EnterEventMode(Model *m) { (void)m; return 0; }
GIVE int fmi2EnterContinuousTimeMode(Model *m) { (void)m; return 0; }
GIVE int fmi2CompletedIntegratorStep(Model *m, int a, int *event, int *ends)
{ (void)a; *event = 0; *ends = m->fault == 5 && m->t >= 0.5; return 0; }
GIVE int fmi2NewDiscreteStates(Model *m, Info *info)
{
    memset(info, 0, sizeof *info);
    if (m->ball && m->x <= 0.0 && m->v < 0.0) {
        m->x = 0.0; m->v = -m->e * m->v; m->bounces += 1; info->values = 1;
    }
    if (m->t >= m->next) { m->level += 1.0; m->next += 0.25; }
    info->timed = 1; info->time = m->next;
    return 0;
}

/* --- Co-Simulation */
GIVE int fmi2DoStep(Model *m, double t, double h, int a)
{
    (void)a;
    int n = 100;
    for (int i = 0; i < n; ++i) {
        double d = h / n, w = m->x + 0.5 * d * slope(m), x = m->x;
        m->x = w; w = slope(m); m->x = x + d * w;
    }
    m->t = t + h;
    while (m->t >= m->next - 1e-12) { m->level += 1.0; m->next += 0.25; }
    if (m->fault == 5 && m->t >= 0.5) return 2;
    return 0;
}
GIVE int fmi2GetBooleanStatus(Model *m, int kind, int *y) { *y = kind == 3 && m->fault == 5; return 0; }

#ifdef REMEMBERS
GIVE int fmi2GetFMUstate(Model *m, void **s)
{ if (!*s) *s = malloc(sizeof *m); memcpy(*s, m, sizeof *m); return 0; }
GIVE int fmi2SetFMUstate(Model *m, void *s)
{ Log log = m->log; memcpy(m, s, sizeof *m); m->log = log; return 0; }
GIVE int fmi2FreeFMUstate(Model *m, void **s) { (void)m; free(*s); *s = NULL; return 0; }
GIVE int fmi2SerializedFMUstateSize(Model *m, void *s, size_t *n)
{ (void)s; *n = sizeof *m; return 0; }
GIVE int fmi2SerializeFMUstate(Model *m, void *s, char *b, size_t n)
{ (void)m; memcpy(b, s, n); return 0; }
GIVE int fmi2DeSerializeFMUstate(Model *m, const char *b, size_t n, void **s)
{ (void)m; *s = malloc(n); memcpy(*s, b, n); return 0; }
#endif
