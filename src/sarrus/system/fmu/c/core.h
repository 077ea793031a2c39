/* A mechanism behind the functions of FMI: its state, its loops, its steps, its derivatives.

   Whole states y = (q, v, angles of cut joints, states of elements, energy balance) are those of
   Sarrus. Continuous states x of Model Exchange are, of trees, entries of y; of mechanisms with
   loops, independent coordinates s = A q and independent velocities r, from which all others are
   found by Newton's iteration. Which ones are independent is the chart; it is chosen anew when
   the equations for the dependent ones become ill conditioned. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NEWTON 60    /* steps of an assembly */
#define LONGEST 0.3       /* steps are shortened to this [rad, lengths of the model] */
#define SETTLED 1e-8      /* the step, after which the error is of its square */
#define CLOSED 1e-8       /* gaps of all rows of an assembled position, scaled */
#define REGULAR 1e-9      /* pivots of the equations of motion, relative, that are no longer any */
#define MIXED_BADLY 0.05  /* pivots below which other rows are chosen of redundant ones */
#define WORSE 0.7         /* natural logarithm of the loss of determinant that asks for a chart */
#define WHOLE 6.283185307179586

enum { DONE = 0, DISCARDED = 1, FAILED = 2 };

#if MODEL_NEVENTS
#define MANY 25 /* so many events within a small part of the run are endless */

/* How often events have happened, where their values are seen from, and what they have set. */
typedef struct {
    double before[MODEL_NEVENTS], recent[MANY];
    double written[MODEL_NP + 1];
    int32_t is_written[MODEL_NP + 1];
    int32_t carried[MODEL_NPAYLOADS + 1], carries; /* payloads in the order in which they came */
    int32_t counts[MODEL_NEVENTS], happened;
    int32_t ended;
} EventState;
#endif

/* All that is saved and restored; no pointers. */
typedef struct {
    ModelData d; /* what kernels read: time, efforts, parameters */
    double y[MODEL_NY];
    double x[MODEL_NX + 1];
    double numbers[MODEL_NPARAMETERS + 1]; /* the parameters of the FMU */
    double inputs[MODEL_NINPUTS + 1];      /* efforts from outside */
    int32_t open;                          /* x, time or parameters changed: y is to be found */
    int32_t mode;
#if MODEL_NEVENTS
    EventState events;
#endif
#if MODEL_CLOSED
    int32_t position_row[MODEL_NK + 1], velocity_row[MODEL_NK + 1];
    int32_t position_free[MODEL_NV + 1], velocity_free[MODEL_NV + 1];
    double A[MODEL_NS * MODEL_NQ + 1];
    double position_log, velocity_log; /* logarithms of the determinants at the choice */
    double position_now, velocity_now;
#endif
} State;

#define MODE(m) (&MODEL_modes[(m)->s.mode])

typedef void (*Say)(void *to, int grave, const char *text);

typedef struct {
    State s;
    int fresh; /* ydot belongs to y */
    double ydot[MODEL_NY], watch[1];
    double work[MODEL_WORK];
    double dx[MODEL_NX + 1], dy[MODEL_NY], dydot[MODEL_NY], dout[MODEL_NOUTPUTS + 1];
    double dtau[MODEL_NV + 1], dtau_cut[MODEL_NCUT + 1];
    double out[MODEL_NOUTPUTS + 1], indicators[MODEL_NINDICATORS + 1];
#if MODEL_NEVENTS
    double g[MODEL_NEVENTS], later[MODEL_NEVENTS];
    double mass[MODEL_NV * MODEL_NV + 1], J[MODEL_NTHROWN * MODEL_NV + 1];
    double still[MODEL_NTHROWN + 1], computed[MODEL_NCOMPUTED + 1], frames[MODEL_NFRAMES + 1];
    double A[(MODEL_NROWS + MODEL_NTHROWN) * MODEL_NV + 1], wanted[MODEL_NROWS + MODEL_NTHROWN + 1];
    double jump[MODEL_NV + 1], lent[MODEL_NV * MODEL_NV + 1];
    const char *why;
#endif
    double k[4][MODEL_NY], trial[MODEL_NY], sum[MODEL_NY];
#if MODEL_CLOSED || MODEL_NEVENTS
    double gaps[MODEL_NROWS + 1], Phi[MODEL_NROWS * MODEL_NV + 1], slip[MODEL_NROWS + 1];
    double turned[MODEL_NTURNED + 1], here[MODEL_NHOLD + 1];
#endif
#if MODEL_CLOSED
    double T[MODEL_NQ * MODEL_NV + 1], dslip[MODEL_NROWS + 1];
    double M[MODEL_NV * MODEL_NV + 1], b[MODEL_NV + 1], change[MODEL_NV + 1];
    double rows[(MODEL_NK + MODEL_NV) * (MODEL_NK + MODEL_NV) + 1];
    int32_t order[MODEL_NV + 1];
#endif
    Say say;
    void *to;
} Model;

static void report(Model *m, int grave, const char *form, ...)
{
    char text[400];
    va_list more;
    va_start(more, form);
    vsnprintf(text, sizeof text, form, more);
    va_end(more);
    if (m->say) m->say(m->to, grave, text);
}

/* --- linear algebra --------------------------------------------------------------------------- */
#if MODEL_CLOSED

/* Factor M (n x n) with exchanges of rows; return the logarithm of |det M|, -HUGE_VAL if 0. */
static double factor(double *M, int32_t *order, int n)
{
    double log_det = 0.0;
    for (int k = 0; k < n; ++k) {
        int best = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(M[i * n + k]) > fabs(M[best * n + k])) best = i;
        order[k] = (int32_t)best;
        if (!(fabs(M[best * n + k]) > 0.0)) return -HUGE_VAL;
        log_det += log(fabs(M[best * n + k]));
        if (best != k)
            for (int j = 0; j < n; ++j) {
                const double kept = M[k * n + j];
                M[k * n + j] = M[best * n + j];
                M[best * n + j] = kept;
            }
        for (int i = k + 1; i < n; ++i) {
            const double part = M[i * n + k] / M[k * n + k];
            M[i * n + k] = part;
            for (int j = k + 1; j < n; ++j) M[i * n + j] -= part * M[k * n + j];
        }
    }
    return log_det;
}

static void solve(const double *M, const int32_t *order, double *b, int n)
{
    for (int k = 0; k < n; ++k) {
        const double kept = b[k];
        b[k] = b[order[k]];
        b[order[k]] = kept;
    }
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j) b[i] -= M[i * n + j] * b[j];
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) b[i] -= M[i * n + j] * b[j];
        b[i] /= M[i * n + i];
    }
}

/* Pick `count` of the m vectors of n numbers in R by what they add to those picked before, after
   the first `known`; R is used up. */
static void pick(double *R, int m, int n, int known, int count, int32_t *picked)
{
    for (int k = 0; k < count; ++k) {
        int best = -1;
        double most = -1.0;
        for (int i = 0; i < m && k >= known; ++i) {
            double square = 0.0;
            for (int j = 0; j < n; ++j) square += R[i * n + j] * R[i * n + j];
            int taken = 0;
            for (int l = 0; l < k; ++l) taken |= picked[l] == i;
            if (!taken && square > most) {
                most = square;
                best = i;
            }
        }
        if (k < known) best = picked[k];
        picked[k] = (int32_t)best;
        double square = 0.0;
        for (int j = 0; j < n; ++j) square += R[best * n + j] * R[best * n + j];
        if (!(square > 0.0)) continue;
        for (int i = 0; i < m; ++i) {
            if (i == best) continue;
            double part = 0.0;
            for (int j = 0; j < n; ++j) part += R[i * n + j] * R[best * n + j];
            part /= square;
            for (int j = 0; j < n; ++j) R[i * n + j] -= part * R[best * n + j];
        }
    }
}

/* --- loops ------------------------------------------------------------------------------------ */

static double scaled_entry(const Model *m, int row, int column)
{
    return MODE(m)->row_scale[row] * m->Phi[row * MODEL_NV + column] * MODEL_column_scale[column];
}

/* Put the independent rows (kept ones, scaled) and the rows of the chart in M. */
static void put_position_matrix(Model *m)
{
    const int n = MODEL_NV, rank = MODEL_NV - MODE(m)->ns;
    for (int i = 0; i < rank; ++i)
        for (int j = 0; j < n; ++j) m->M[i * n + j] = scaled_entry(m, m->s.position_row[i], j);
    for (int i = 0; i < MODE(m)->ns; ++i) {
        const double size = MODEL_column_scale[m->s.position_free[i]];
        for (int j = 0; j < n; ++j) {
            double part = 0.0;
            for (int k = 0; k < MODEL_NQ; ++k)
                part += m->s.A[i * MODEL_NQ + k] * m->T[k * n + j];
            m->M[(rank + i) * n + j] = part * MODEL_column_scale[j] / size;
        }
    }
}

static void put_velocity_matrix(Model *m)
{
    const int n = MODEL_NV, rank = MODEL_NV - MODE(m)->nr;
    for (int i = 0; i < rank; ++i)
        for (int j = 0; j < n; ++j) m->M[i * n + j] = scaled_entry(m, m->s.velocity_row[i], j);
    for (int i = 0; i < MODE(m)->nr; ++i)
        for (int j = 0; j < n; ++j)
            m->M[(rank + i) * n + j] = j == m->s.velocity_free[i] ? 1.0 : 0.0;
}

static double chart_value(const Model *m, int i, const double *q)
{
    double value = 0.0;
    for (int k = 0; k < MODEL_NQ; ++k) value += m->s.A[i * MODEL_NQ + k] * q[k];
    return value;
}

/* Evaluate the rows at y, and the matrix T of qdot = T v. */
static void put_rows(Model *m)
{
    MODE(m)->rows(&m->s.d, m->s.y, m->gaps, m->Phi, m->slip, m->turned, m->here, m->work);
    MODE(m)->rates(&m->s.d, m->s.y, m->T, m->work);
}

static void count_turns(Model *m)
{
    for (int k = 0; k < MODEL_NTURNED; ++k) {
        double *angle = &m->s.y[MODEL_NQ + MODEL_NV + k];
        *angle = m->turned[k] + WHOLE * floor((*angle - m->turned[k]) / WHOLE + 0.5);
    }
}

static double worst_gap(const Model *m, int *worst)
{
    double gap = 0.0;
    for (int i = 0; i < MODE(m)->nrows; ++i) {
        const double off = fabs(MODE(m)->row_scale[i] * m->gaps[i]);
        if (!(off <= gap)) {
            gap = off;
            *worst = i;
        }
    }
    return gap;
}

/* Find y that has the states x, from y as it was. */
static int close_loops(Model *m)
{
    const int n = MODEL_NV, rank = MODEL_NV - MODE(m)->ns, rank_v = MODEL_NV - MODE(m)->nr;
    double *y = m->s.y, moved[MODEL_NY];
    double begun[MODEL_NY];
    memcpy(begun, y, sizeof begun);
    double size = HUGE_VAL;
    for (int step = 0; step < MOST_NEWTON; ++step) {
        put_rows(m);
        put_position_matrix(m);
        for (int i = 0; i < rank; ++i) {
            const int row = m->s.position_row[i];
            m->b[i] = -MODE(m)->row_scale[row] * m->gaps[row];
        }
        for (int i = 0; i < MODE(m)->ns; ++i)
            m->b[rank + i] =
                (m->s.x[i] - chart_value(m, i, y)) / MODEL_column_scale[m->s.position_free[i]];
        m->s.position_now = factor(m->M, m->order, n);
        if (!(m->s.position_now > -HUGE_VAL)) break;
        solve(m->M, m->order, m->b, n);
        size = 0.0;
        for (int j = 0; j < n; ++j)
            if (!(fabs(m->b[j]) <= size)) size = fabs(m->b[j]);
        if (!(size < 1e300)) break;
        const double part = size > LONGEST ? LONGEST / size : 1.0;
        for (int j = 0; j < n; ++j) m->change[j] = part * MODEL_column_scale[j] * m->b[j];
        MODE(m)->move(&m->s.d, y, m->change, moved, m->work);
        memcpy(y, moved, sizeof moved);
        if (size < SETTLED) break;
    }
    if (!(size < SETTLED)) {
        memcpy(y, begun, sizeof begun);
        return DISCARDED;
    }
    put_rows(m);
    put_velocity_matrix(m);
    for (int i = 0; i < rank_v; ++i) {
        const int row = m->s.velocity_row[i];
        m->b[i] = -MODE(m)->row_scale[row] * m->slip[row];
    }
    for (int i = 0; i < MODE(m)->nr; ++i) {
        const int j = m->s.velocity_free[i];
        m->b[rank_v + i] = (m->s.x[MODEL_NS + i] - y[MODEL_NQ + j]) / MODEL_column_scale[j];
    }
    m->s.velocity_now = factor(m->M, m->order, n);
    if (!(m->s.velocity_now > -HUGE_VAL)) {
        memcpy(y, begun, sizeof begun);
        return DISCARDED;
    }
    solve(m->M, m->order, m->b, n);
    for (int j = 0; j < n; ++j) y[MODEL_NQ + j] += MODEL_column_scale[j] * m->b[j];
    count_turns(m);
    return DONE;
}

/* Choose independent rows of redundant ones; those that close positions come first. */
static void choose_rows(Model *m)
{
    const int n = MODEL_NV, rank = MODEL_NV - MODE(m)->ns, rank_v = MODEL_NV - MODE(m)->nr;
    int32_t picked[MODEL_NK + 1];
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < MODE(m)->nk; ++i) {
            const int row = MODE(m)->kept[i];
            const int used = pass == 1 || MODE(m)->closes[row];
            for (int j = 0; j < n; ++j)
                m->rows[i * n + j] = used ? scaled_entry(m, row, j) : 0.0;
        }
        pick(m->rows, MODE(m)->nk, n, pass ? rank : 0, pass ? rank_v : rank, picked);
        for (int i = 0; i < (pass ? rank_v : rank); ++i) {
            if (pass) m->s.velocity_row[i] = MODE(m)->kept[picked[i]];
            else m->s.position_row[i] = MODE(m)->kept[picked[i]];
        }
    }
    if (!MODE(m)->mixes) return;
    double *const T = (double *)((char *)&m->s.d + MODE(m)->T);
    for (int i = 0; i < rank_v; ++i)
        for (int j = 0; j < MODE(m)->nk; ++j)
            T[i * MODE(m)->nk + j] = picked[i] == j ? MODE(m)->row_scale[MODE(m)->kept[j]] : 0.0;
}

/* Put the columns of rows that are not needed to find the others in `independent`. */
static void choose_columns(Model *m, const int32_t *row, int rank, int32_t *independent)
{
    const int n = MODEL_NV;
    int32_t picked[MODEL_NV + 1];
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < rank; ++i) m->rows[j * rank + i] = scaled_entry(m, row[i], j);
    pick(m->rows, n, rank, 0, rank, picked);
    int count = 0;
    for (int j = 0; j < n; ++j) {
        int dependent = 0;
        for (int i = 0; i < rank; ++i) dependent |= picked[i] == j;
        if (!dependent) independent[count++] = (int32_t)j;
    }
}

/* Choose a chart at y; at first, take that of the model description. */
static void choose_chart(Model *m, int first)
{
    const int n = MODEL_NV;
    State *s = &m->s;
    put_rows(m);
    if (first) {
        for (int i = 0; i < MODEL_NV - MODE(m)->ns; ++i) s->position_row[i] = MODE(m)->position_row[i];
        for (int i = 0; i < MODEL_NV - MODE(m)->nr; ++i) s->velocity_row[i] = MODE(m)->velocity_row[i];
        for (int i = 0; i < MODE(m)->ns; ++i) s->position_free[i] = MODE(m)->position_free[i];
        for (int i = 0; i < MODE(m)->nr; ++i) s->velocity_free[i] = MODE(m)->velocity_free[i];
    } else {
        choose_rows(m);
        choose_columns(m, s->position_row, MODEL_NV - MODE(m)->ns, s->position_free);
        choose_columns(m, s->velocity_row, MODEL_NV - MODE(m)->nr, s->velocity_free);
    }
    /* A = (T^T T)^-1 T^T: the coordinate itself where qdot = v, and of a quaternion its vector
       part seen from where it is, so that s = A q goes with the velocities that are independent */
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0.0;
            for (int k = 0; k < MODEL_NQ; ++k) sum += m->T[k * n + i] * m->T[k * n + j];
            m->M[i * n + j] = sum;
        }
    factor(m->M, m->order, n);
    for (int i = 0; i < MODE(m)->ns; ++i) {
        for (int j = 0; j < n; ++j) m->b[j] = j == s->position_free[i] ? 1.0 : 0.0;
        solve(m->M, m->order, m->b, n);
        for (int k = 0; k < MODEL_NQ; ++k) {
            double sum = 0.0;
            for (int j = 0; j < n; ++j) sum += m->T[k * n + j] * m->b[j];
            s->A[i * MODEL_NQ + k] = sum;
        }
    }
    put_position_matrix(m);
    s->position_log = s->position_now = factor(m->M, m->order, n);
    put_velocity_matrix(m);
    s->velocity_log = s->velocity_now = factor(m->M, m->order, n);
}

/* Whether another chart should be chosen. */
static int chart_is_worn(const Model *m)
{
    return m->s.position_now < m->s.position_log - WORSE ||
           m->s.velocity_now < m->s.velocity_log - WORSE;
}
#endif

/* --- from x to y and back --------------------------------------------------------------------- */

static void put_x(Model *m)
{
    State *s = &m->s;
#if MODEL_CLOSED
    for (int i = 0; i < MODE(m)->ns; ++i) s->x[i] = chart_value(m, i, s->y);
    for (int i = 0; i < MODE(m)->nr; ++i) s->x[MODEL_NS + i] = s->y[MODEL_NQ + s->velocity_free[i]];
    for (int i = 0; i < MODEL_NZ; ++i)
        s->x[MODEL_NS + MODEL_NR + i] = s->y[MODEL_Z + i];
#else
    for (int i = 0; i < MODEL_NX; ++i) s->x[i] = s->y[MODEL_place[i]];
#endif
    s->open = 0;
}

/* Make y what x, time and parameters say. */
static int settle(Model *m)
{
    State *s = &m->s;
    if (!s->open) return DONE;
    m->fresh = 0;
#if MODEL_CLOSED
    for (int i = 0; i < MODEL_NZ; ++i)
        s->y[MODEL_Z + i] = s->x[MODEL_NS + MODEL_NR + i];
    const int status = close_loops(m);
    if (status) return status;
#else
    for (int i = 0; i < MODEL_NX; ++i) s->y[MODEL_place[i]] = s->x[i];
#endif
    s->open = 0;
    return DONE;
}

/* Evaluate ydot at y. */
static int evaluate(Model *m)
{
    const int status = settle(m);
    if (status) return status;
    if (m->fresh) return DONE;
    MODE(m)->slope(&m->s.d, m->s.y, m->ydot, m->watch, m->work);
#if MODEL_CLOSED
    if (MODE(m)->mixes && m->watch[0] < MIXED_BADLY) {
        put_rows(m);
        choose_rows(m);
        MODE(m)->slope(&m->s.d, m->s.y, m->ydot, m->watch, m->work);
    }
#endif
    if (!(m->watch[0] >= REGULAR)) return DISCARDED;
    m->fresh = 1;
    return DONE;
}

static double x_rate(const Model *m, int i, const double *ydot)
{
#if MODEL_CLOSED
    if (i < MODEL_NS) return i < MODE(m)->ns ? chart_value(m, i, ydot) : 0.0;
    i -= MODEL_NS;
    if (i < MODEL_NR)
        return i < MODE(m)->nr ? ydot[MODEL_NQ + m->s.velocity_free[i]] : 0.0;
    return ydot[MODEL_Z + i - MODEL_NR];
#else
    (void)m;
    return ydot[MODEL_place[i]];
#endif
}

/* How large the state i usually is. */
static double nominal(const Model *m, int i)
{
#if MODEL_CLOSED
    if (i < MODEL_NS)
        return i < MODE(m)->ns ? MODEL_column_scale[m->s.position_free[i]] : 1.0;
    i -= MODEL_NS;
    if (i < MODEL_NR)
        return i < MODE(m)->nr ? MODEL_column_scale[m->s.velocity_free[i]] : 1.0;
    return MODEL_scale[MODEL_Z + i - MODEL_NR];
#else
    (void)m;
    return MODEL_scale[MODEL_place[i]];
#endif
}

static int put_outputs(Model *m)
{
    const int status = settle(m);
    if (status) return status;
#if MODEL_NOUTPUTS
    if (MODE(m)->mixes) { /* rows are chosen there */
        const int known = evaluate(m);
        if (known) return known;
    }
    MODE(m)->outputs(&m->s.d, m->s.y, m->out, m->work);
#endif
    return DONE;
}

#if MODEL_NEVENTS
/* Put what events watch, less their levels, at a state and time. */
static void event_values(Model *m, const double *y, double t, double *g)
{
    const double kept = m->s.d.t[0];
    m->s.d.t[0] = t;
    MODE(m)->event_values(&m->s.d, y, g, m->work);
    m->s.d.t[0] = kept;
}
#endif

static int put_indicators(Model *m)
{
    const int status = settle(m);
    if (status) return status;
    int first = 0;
#if MODEL_NEVENTS
    event_values(m, m->s.y, m->s.d.t[0], m->g);
    for (int k = 0; k < MODEL_NEVENTS; ++k)
        if (!MODEL_timed[k]) m->indicators[first++] = m->s.d.alive[k] > 0.0 ? m->g[k] : 1.0;
#endif
#if MODEL_CLOSED /* not all importers ask after every step whether states are to be chosen anew */
    const double position = m->s.position_now - m->s.position_log;
    const double velocity = m->s.velocity_now - m->s.velocity_log;
    m->indicators[first++] = (position < velocity ? position : velocity) + WORSE;
#endif
    for (int i = first; i < MODEL_NINDICATORS; ++i) m->indicators[i] = 1.0;
    if (MODE(m)->switches) MODE(m)->switches(&m->s.d, m->s.y, m->indicators + first, m->work);
    first += MODE(m)->nswitches;
    if (MODE(m)->kinks) MODE(m)->kinks(&m->s.d, m->s.y, m->indicators + first, m->work);
    return DONE;
}

/* Put the efforts of the mode that are numbers, and those from outside, where kernels read them. */
static void put_efforts(Model *m)
{
    ModelData *const d = &m->s.d;
    for (int i = 0; i < MODEL_NV; ++i) d->tau[i] = MODE(m)->effort[i];
    for (int i = 0; i < MODEL_NCUT; ++i) d->tau_cut[i] = MODE(m)->effort[MODEL_NV + i];
    for (int i = 0; i < MODEL_NINPUTS; ++i) {
        const int place = MODEL_input[i];
        *(place < MODEL_NV ? &d->tau[place] : &d->tau_cut[place - MODEL_NV]) += m->s.inputs[i];
    }
    m->fresh = 0;
}

/* --- parameters ------------------------------------------------------------------------------- */

#if MODEL_NPAYLOADS
/* Mass, centre of mass and inertia about it of parts fixed to each other:
   I = sum of I_i + m_i (d.d 1 - d d^T), d = c_i - c. */
static void put_together(int count, const double *const part[], double *found)
{
    memset(found, 0, 13 * sizeof(double));
    for (int k = 0; k < count; ++k) {
        found[0] += part[k][0];
        for (int i = 0; i < 3; ++i) found[1 + i] += part[k][0] * part[k][1 + i];
    }
    for (int i = 1; i < 4; ++i) found[i] = found[0] > 0.0 ? found[i] / found[0] : 0.0;
    for (int k = 0; k < count; ++k) {
        const double *const x = part[k];
        const double d[3] = {x[1] - found[1], x[2] - found[2], x[3] - found[3]};
        const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                found[4 + 3 * i + j] +=
                    x[4 + 3 * i + j] + x[0] * ((i == j ? square : 0.0) - d[i] * d[j]);
    }
}

/* Give bodies the numbers of themselves and of the payloads that they carry. */
static void carry_payloads(Model *m)
{
    const EventState *const e = &m->s.events;
    double own[13], whole[13];
    for (int n = 0; n < e->carries; ++n) {
        const int *const place = &MODEL_payload_place[13 * e->carried[n]];
        const double *part[MODEL_NPAYLOADS + 1];
        int count = 1, seen = 0;
        for (int k = 0; k < 13; ++k) own[k] = m->s.d.p[place[k]];
        part[0] = own;
        for (int k = 0; k < e->carries; ++k) {
            if (MODEL_payload_place[13 * e->carried[k]] != place[0]) continue;
            seen |= k < n;
            part[count++] = &MODEL_payload[13 * e->carried[k]];
        }
        if (seen) continue; /* the body has them already */
        put_together(count, part, whole);
        for (int k = 0; k < 13; ++k) m->s.d.p[place[k]] = whole[k];
    }
}
#endif

/* Let the numbers of the model follow the parameters, and what events have set; return 0 where no
   model has them. */
static int apply_numbers(Model *m)
{
#if MODEL_NP
#if MODEL_NEVENTS
    memcpy(m->s.d.p, MODEL_p, MODEL_NP * sizeof(double));
#endif
#if MODEL_MAPPED
    if (!model_follow(&m->s.d, m->s.numbers, m->work)) return 0;
#else
    for (int i = 0; i < MODEL_NPARAMETERS; ++i) m->s.d.p[MODEL_number_place[i]] = m->s.numbers[i];
#endif
#if MODEL_NEVENTS
    for (int i = 0; i < MODEL_NP; ++i)
        if (m->s.events.is_written[i]) m->s.d.p[i] = m->s.events.written[i];
#endif
#if MODEL_NPAYLOADS
    carry_payloads(m);
#endif
#endif
    m->s.open = 1;
    m->fresh = 0;
    return 1;
}

/* --- derivatives ------------------------------------------------------------------------------ */

/* From dx, dtau, dtau_cut: dy, dydot and dout. */
static int differentiate(Model *m)
{
    const int status = evaluate(m);
    if (status) return status;
    memset(m->dy, 0, sizeof m->dy);
#if MODEL_CLOSED
    const int n = MODEL_NV, rank = MODEL_NV - MODE(m)->ns, rank_v = MODEL_NV - MODE(m)->nr;
    put_rows(m);
    put_position_matrix(m);
    for (int i = 0; i < n; ++i) m->b[i] = 0.0;
    for (int i = 0; i < MODE(m)->ns; ++i)
        m->b[rank + i] = m->dx[i] / MODEL_column_scale[m->s.position_free[i]];
    factor(m->M, m->order, n);
    solve(m->M, m->order, m->b, n);
    for (int k = 0; k < MODEL_NQ; ++k)
        for (int j = 0; j < n; ++j)
            m->dy[k] += m->T[k * n + j] * MODEL_column_scale[j] * m->b[j];
    MODE(m)->tangent_rows(&m->s.d, m->s.y, m->dy, m->dslip, m->work);
    put_velocity_matrix(m);
    for (int i = 0; i < rank_v; ++i) {
        const int row = m->s.velocity_row[i];
        m->b[i] = -MODE(m)->row_scale[row] * m->dslip[row];
    }
    for (int i = 0; i < MODE(m)->nr; ++i)
        m->b[rank_v + i] = m->dx[MODEL_NS + i] / MODEL_column_scale[m->s.velocity_free[i]];
    factor(m->M, m->order, n);
    solve(m->M, m->order, m->b, n);
    for (int j = 0; j < n; ++j) m->dy[MODEL_NQ + j] = MODEL_column_scale[j] * m->b[j];
    for (int i = 0; i < MODEL_NZ; ++i) m->dy[MODEL_Z + i] = m->dx[MODEL_NS + MODEL_NR + i];
#else
    for (int i = 0; i < MODEL_NX; ++i) m->dy[MODEL_place[i]] = m->dx[i];
#endif
    MODE(m)->tangent_slope(&m->s.d, m->s.y, m->dy, m->dtau, m->dtau_cut, m->dydot, m->work);
#if MODEL_NOUTPUTS
    MODE(m)->tangent_outputs(&m->s.d, m->s.y, m->dy, m->dtau, m->dtau_cut, m->dout, m->work);
#endif
    return DONE;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Take one step of h seconds from y at the time of d. */
static int take_step(Model *m, double h)
{
    State *s = &m->s;
    const double t = s->d.t[0];
    double least = 1.0, next[MODEL_NY];
    for (int attempt = 0; attempt < 2; ++attempt) {
        s->d.t[0] = t;
        least = 1.0;
#if MODEL_STAGED
        for (int i = 0; i < MODEL_NY; ++i) m->trial[i] = s->y[i];
        for (int stage = 0; stage < 3; ++stage) {
            MODE(m)->slope(&s->d, m->trial, m->k[stage], m->watch, m->work);
            if (!(m->watch[0] >= least)) least = m->watch[0];
            const double part = stage < 2 ? 0.5 * h : h;
            for (int i = 0; i < MODEL_NY; ++i) m->trial[i] = s->y[i] + part * m->k[stage][i];
            s->d.t[0] = t + part;
        }
        for (int i = 0; i < MODEL_NY; ++i)
            m->sum[i] = m->k[0][i] + 2.0 * (m->k[1][i] + m->k[2][i]);
        MODE(m)->finish(&s->d, s->y, m->trial, m->sum, h, next, m->watch, m->work);
#else
        MODE(m)->step(&s->d, s->y, h, next, m->watch, m->work);
#endif
        if (!(m->watch[0] >= least)) least = m->watch[0];
#if MODEL_CLOSED
        if (!MODE(m)->mixes || least >= MIXED_BADLY || attempt) break;
        s->d.t[0] = t;
        put_rows(m);
        choose_rows(m);
#else
        break;
#endif
    }
    s->d.t[0] = t + h;
    m->fresh = 0;
    for (int i = 0; i < MODEL_NY; ++i)
        if (!(fabs(next[i]) < 1e300)) {
            report(m, 1, "the motion grows without bound after t = %.9g s: a smaller step helps "
                   "where springs are stiff", t);
            return FAILED;
        }
    if (!(least >= REGULAR)) {
        report(m, 1, "the mechanism is at a singular position after t = %.9g s: its equations do "
               "not say how it moves on", t);
        return FAILED;
    }
    memcpy(s->y, next, sizeof next);
    return DONE;
}

#if MODEL_NEVENTS
static int step_over_events(Model *m, double size, double end);
static void begin_events(Model *m);
#endif

/* Step over a communication interval. */
static int advance(Model *m, double interval)
{
    State *s = &m->s;
    const int known = settle(m);
    if (known) return FAILED;
    const double begun = s->d.t[0], wanted = ceil(interval / MODEL_STEP - 1e-6);
    const long count = wanted > 1.0 ? (long)wanted : 1;
    for (long k = 0; k < count; ++k) {
        s->d.t[0] = begun + interval * ((double)k / (double)count);
#if MODEL_NEVENTS
        const double end = begun + interval * ((double)(k + 1) / (double)count);
        const int status = step_over_events(m, interval / (double)count, end);
        if (s->events.ended) break;
#else
        const int status = take_step(m, interval / (double)count);
#endif
        if (status) return status;
    }
#if MODEL_NEVENTS
    if (!s->events.ended)
#endif
    s->d.t[0] = begun + interval;
#if MODEL_CLOSED
    put_rows(m);
    put_position_matrix(m);
    s->position_now = factor(m->M, m->order, MODEL_NV);
    put_velocity_matrix(m);
    s->velocity_now = factor(m->M, m->order, MODEL_NV);
    if (chart_is_worn(m)) choose_chart(m, 0);
#endif
    put_x(m);
    return DONE;
}

/* --- beginning -------------------------------------------------------------------------------- */

static void begin(Model *m)
{
    State *s = &m->s;
    memset(s, 0, sizeof *s);
    model_data(&s->d);
    memcpy(s->y, MODEL_start, sizeof s->y);
    memcpy(s->numbers, MODEL_numbers, sizeof s->numbers);
    m->fresh = 0;
#if MODEL_CLOSED
    choose_chart(m, 1);
#endif
    put_x(m);
    s->open = MODEL_CLOSED && MODEL_RHEONOMIC; /* drives say where it is at the start */
}

/* Assemble the mechanism with its parameters and start values, to the end of initialization. */
static int assemble(Model *m)
{
    const int status = settle(m);
#if MODEL_CLOSED
    int worst = 0;
    put_rows(m);
    const double gap = worst_gap(m, &worst);
    if (status || !(gap <= CLOSED)) {
        report(m, 1, "the loops do not close with these parameters and start values: row %d (%s) "
               "is open by %.3g lengths of the model", worst, MODE(m)->row_name[worst], gap);
        return FAILED;
    }
    if (chart_is_worn(m)) choose_chart(m, 0);
    put_x(m);
#else
    if (status) return FAILED;
#endif
    if (evaluate(m)) {
        report(m, 1, "the equations of motion are singular at the start");
        return FAILED;
    }
#if MODEL_NEVENTS
    begin_events(m);
#endif
    return DONE;
}
