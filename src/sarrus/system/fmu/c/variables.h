/* Variables by their value references, for both versions of FMI. */

enum {
    TIME = 0,
    FIRST_INPUT = 1,
    FIRST_PARAMETER = FIRST_INPUT + MODEL_NINPUTS,
    FIRST_STATE = FIRST_PARAMETER + MODEL_NPARAMETERS,
    FIRST_RATE = FIRST_STATE + MODEL_NX,
    FIRST_OUTPUT = FIRST_RATE + MODEL_NX,
    FIRST_SHOWN = FIRST_OUTPUT + MODEL_NOUTPUTS,
    FIRST_INDICATOR = FIRST_SHOWN + MODEL_NSHOWN,
    END_OF_VARIABLES = FIRST_INDICATOR + MODEL_NINDICATORS
};

enum { INSTANTIATED = 1, INITIALIZATION = 2, EVENT = 4, CONTINUOUS = 8, STEPPING = 16, OVER = 32 };

typedef struct {
    Model m;
    int co_simulation;
    int phase;
    int numbers_changed;
    int wants_stop;
    double stop;
} Unit;

static int apply_changes(Unit *u)
{
    if (!u->numbers_changed) return DONE;
    u->numbers_changed = 0;
    if (!apply_numbers(&u->m)) {
        report(&u->m, 1, "the model is another one with these parameters (a rule of the file "
               "decides otherwise): make a new FMU for them");
        return FAILED;
    }
    return DONE;
}

/* Read some variables; each group is evaluated once. */
static int read_values(Unit *u, const unsigned *vr, size_t count, double *values)
{
    Model *m = &u->m;
    int status = apply_changes(u), outputs = 0, indicators = 0;
    for (size_t i = 0; i < count && !status; ++i) {
        const int k = (int)vr[i];
        if (vr[i] >= END_OF_VARIABLES) {
            report(m, 1, "there is no variable of value reference %u", vr[i]);
            return FAILED;
        }
        if (k == TIME) {
            values[i] = m->s.d.t[0];
        } else if (k < FIRST_PARAMETER) {
            values[i] = m->s.inputs[k - FIRST_INPUT];
        } else if (k < FIRST_STATE) {
            values[i] = m->s.numbers[k - FIRST_PARAMETER];
        } else if (k < FIRST_RATE) {
            values[i] = m->s.x[k - FIRST_STATE];
        } else if (k < FIRST_OUTPUT) {
            status = evaluate(m);
            values[i] = x_rate(m, k - FIRST_RATE, m->ydot);
        } else if (k < FIRST_SHOWN) {
            if (!outputs) status = put_outputs(m);
            outputs = 1;
            values[i] = m->out[k - FIRST_OUTPUT];
        } else if (k < FIRST_INDICATOR) {
            status = settle(m);
            values[i] = m->s.y[MODEL_shown[k - FIRST_SHOWN]];
        } else {
            if (!indicators) status = put_indicators(m);
            indicators = 1;
            values[i] = m->indicators[k - FIRST_INDICATOR];
        }
    }
    return status;
}

static int write_values(Unit *u, const unsigned *vr, size_t count, const double *values)
{
    Model *m = &u->m;
    const int before = u->phase & (INSTANTIATED | INITIALIZATION);
    for (size_t i = 0; i < count; ++i) {
        const int k = (int)vr[i];
        if (!(fabs(values[i]) < 1e300)) {
            report(m, 1, "value reference %u is set to what is no number", vr[i]);
            return FAILED;
        }
        if (k >= FIRST_INPUT && k < FIRST_PARAMETER) {
            m->s.inputs[k - FIRST_INPUT] = values[i];
            put_efforts(m);
        } else if (k >= FIRST_PARAMETER && k < FIRST_STATE) {
            const int which = k - FIRST_PARAMETER;
            if (!before && !MODEL_tunable[which]) {
                report(m, 1, "value reference %u is a parameter that assembly depends on: it can "
                       "be set before the end of initialization only", vr[i]);
                return FAILED;
            }
            m->s.numbers[which] = values[i];
            u->numbers_changed = 1;
        } else if (k >= FIRST_STATE && k < FIRST_RATE && before) {
            m->s.x[k - FIRST_STATE] = values[i];
            m->s.open = 1;
            m->fresh = 0;
        } else {
            report(m, 1, "value reference %u cannot be set %s", vr[i],
                   k >= FIRST_STATE && k < FIRST_RATE ? "after initialization" : "at all");
            return FAILED;
        }
    }
    return DONE;
}

static void set_time(Unit *u, double t)
{
    if (t == u->m.s.d.t[0]) return;
    u->m.s.d.t[0] = t;
    u->m.s.open |= MODEL_CLOSED && MODEL_RHEONOMIC;
    u->m.fresh = 0;
}

static void set_states(Unit *u, const double *x)
{
    memcpy(u->m.s.x, x, MODEL_NX * sizeof(double));
    u->m.s.open = 1;
    u->m.fresh = 0;
}

/* Return d unknown / d known times seed for some unknowns. */
static int directional(Unit *u, const unsigned *unknown, size_t unknowns, const unsigned *known,
                       size_t knowns, const double *seed, double *found)
{
    Model *m = &u->m;
    int status = apply_changes(u);
    memset(m->dx, 0, sizeof m->dx);
    memset(m->dtau, 0, sizeof m->dtau);
    memset(m->dtau_cut, 0, sizeof m->dtau_cut);
    for (size_t i = 0; i < knowns; ++i) {
        const int k = (int)known[i];
        if (k >= FIRST_INPUT && k < FIRST_PARAMETER) {
            const int place = MODEL_input[k - FIRST_INPUT];
            if (place < MODEL_NV) m->dtau[place] += seed[i];
            else m->dtau_cut[place - MODEL_NV] += seed[i];
        } else if (k >= FIRST_STATE && k < FIRST_RATE) {
            m->dx[k - FIRST_STATE] += seed[i];
        } else {
            report(m, 1, "there are derivatives by inputs and states, not by value reference %u",
                   known[i]);
            return FAILED;
        }
    }
    if (!status) status = differentiate(m);
    for (size_t i = 0; i < unknowns && !status; ++i) {
        const int k = (int)unknown[i];
        if (k >= FIRST_STATE && k < FIRST_RATE) {
            found[i] = m->dx[k - FIRST_STATE];
        } else if (k >= FIRST_RATE && k < FIRST_OUTPUT) {
            found[i] = x_rate(m, k - FIRST_RATE, m->dydot);
        } else if (k >= FIRST_OUTPUT && k < FIRST_SHOWN) {
            found[i] = m->dout[k - FIRST_OUTPUT];
        } else if (k >= FIRST_SHOWN && k < FIRST_INDICATOR) {
            found[i] = m->dy[MODEL_shown[k - FIRST_SHOWN]];
        } else {
            report(m, 1, "there are derivatives of rates and outputs, not of value reference %u",
                   unknown[i]);
            return FAILED;
        }
    }
    return status;
}

/* The next instant, after t, at which a law has a kink or an event of a time happens. */
static int next_event(const Unit *u, double t, double *found)
{
    int any = 0;
    for (int k = 0; k < MODEL_NTIMES; ++k)
        if (MODEL_times[k] > t + 1e-12 * (1.0 + fabs(t)) && (!any || MODEL_times[k] < *found)) {
            *found = MODEL_times[k];
            any = 1;
        }
#if MODEL_NEVENTS
    for (int k = 0; k < MODEL_NEVENTS; ++k) {
        const double at = u->m.s.d.event_numbers[MODEL_level[k]];
        if (MODEL_timed[k] && u->m.s.d.alive[k] > 0.0 && u->m.s.events.before[k] < 0.0 &&
            at > t && (!any || at < *found)) {
            *found = at;
            any = 1;
        }
    }
#else
    (void)u;
#endif
    return any;
}

static int has_ended(const Unit *u)
{
#if MODEL_NEVENTS
    return u->m.s.events.ended;
#else
    (void)u;
    return 0;
#endif
}

/* Let events happen that have been crossed, and choose states anew where that is due; return
   whether their values have changed. */
static int renew_states(Unit *u)
{
    int changed = 0;
#if MODEL_NEVENTS
    int which[MODEL_NEVENTS];
    if (!has_ended(u)) {
        changed = crossed_since(&u->m, which, 1) > 0;
        if (changed) happen_all(&u->m, which);
        else look_from_here(&u->m, which);
    }
#endif
#if MODEL_CLOSED
    if (!settle(&u->m) && chart_is_worn(&u->m)) {
        choose_chart(&u->m, 0);
        put_x(&u->m);
        changed = 1;
    }
#endif
    (void)u;
    return changed;
}

/* Whether the importer must go through an event after a step; values are seen from here if not. */
static int wants_event(Unit *u)
{
#if MODEL_NEVENTS
    int which[MODEL_NEVENTS];
    if (has_ended(u)) return 0;
    if (crossed_since(&u->m, which, 0)) return 1;
    memcpy(u->m.s.events.before, u->m.g, sizeof u->m.g);
#endif
#if MODEL_CLOSED
    return !settle(&u->m) && chart_is_worn(&u->m);
#else
    (void)u;
    return 0;
#endif
}

/* A saved state: a mark, the values, and what of the unit belongs to them. */
typedef struct {
    char mark[40];
    State s;
    int32_t phase, numbers_changed;
} Saved;

static void save(const Unit *u, Saved *to)
{
    memset(to, 0, sizeof *to);
    strncpy(to->mark, MODEL_TOKEN, sizeof to->mark - 1);
    to->s = u->m.s;
    to->phase = (int32_t)u->phase;
    to->numbers_changed = (int32_t)u->numbers_changed;
}

static int restore(Unit *u, const Saved *from)
{
    if (strncmp(from->mark, MODEL_TOKEN, sizeof from->mark - 1)) {
        report(&u->m, 1, "the saved state is not one of this FMU");
        return FAILED;
    }
    u->m.s = from->s;
    u->phase = (int)from->phase;
    u->numbers_changed = (int)from->numbers_changed;
    u->m.fresh = 0;
    return DONE;
}

static int phase_is(Unit *u, int allowed, const char *function)
{
    if (u && (u->phase & allowed)) return 1;
    if (u) report(&u->m, 1, "%s must not be called now", function);
    return 0;
}

/* Step of co-simulation. */
static int co_step(Unit *u, double at, double size)
{
    Model *m = &u->m;
    if (!(size > 0.0) || !(size < 1e300)) {
        report(m, 1, "the communication step of %.9g s must be positive", size);
        return FAILED;
    }
    if (fabs(at - m->s.d.t[0]) > 1e-9 * (1.0 + fabs(at))) {
        report(m, 1, "the communication point is %.12g s, but the model is at %.12g s", at,
               m->s.d.t[0]);
        return FAILED;
    }
    if (u->wants_stop && at + size > u->stop + 1e-9 * (1.0 + fabs(u->stop))) {
        report(m, 1, "the step goes beyond the stop time %.12g s", u->stop);
        return FAILED;
    }
    if (has_ended(u)) return DISCARDED;
    m->s.d.t[0] = at;
    int status = apply_changes(u);
    if (!status) status = advance(m, size);
    return status || !has_ended(u) ? status : DISCARDED;
}
