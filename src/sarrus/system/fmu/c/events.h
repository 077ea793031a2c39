/* Events: where inside a step they are crossed, what they do, and the mode that follows.

   As `simulate` has them: a value that arrives at zero has crossed; of what has just happened the
   value counts that it has a moment later; velocities jump by the least in the mass norm. */
#if MODEL_NEVENTS

#define AHEAD 1e-8          /* how far ahead to look which way an event goes that has just happened */
#define FARTHER 1e-6        /* how far where nothing has moved by then, as parts of the run */
#define STILL 1e-14         /* what counts as nothing */
#define OPEN 1e-6           /* gaps of rows after an event that are rounding */
#define REDUNDANT 1e-9      /* rows that the ones before lead already, as part of their length */
#define CONTRADICTION 1e-7  /* what such rows may ask for against those */
#define CROSSED_IN 200      /* evaluations until a crossing is found */

enum { REFUSED = -1 };
enum { SET = 1, COMPUTE, SET_STATE, COMPUTE_STATE, ATTACH, DETACH, JOIN, ANEW, BOUNCE, STOP };

static int is_crossed(int k, double before, double now)
{
    const int way = MODEL_direction[k];
    if (before < 0.0 && now >= 0.0) return way >= 0;
    return before > 0.0 && now <= 0.0 && way <= 0 && !MODEL_timed[k]; /* time does not go back */
}

/* Let instants be met that are now but for rounding. */
static void meet_times(double *g, double t)
{
    for (int k = 0; k < MODEL_NEVENTS; ++k)
        if (MODEL_timed[k] && fabs(g[k]) <= 1e-12 * (1.0 + fabs(t))) g[k] = 0.0;
}

static void set_alive(Model *m)
{
    for (int k = 0; k < MODEL_NEVENTS; ++k)
        m->s.d.alive[k] = MODEL_most[k] && m->s.events.counts[k] >= MODEL_most[k] ? 0.0 : 1.0;
}

/* --- a moment later --------------------------------------------------------------------------- */

/* Put ydot at a state and time in `rate`. */
static void put_rate(Model *m, const double *y, double t, double *rate)
{
    const double kept = m->s.d.t[0];
    m->s.d.t[0] = t;
    MODE(m)->slope(&m->s.d, y, rate, m->watch, m->work);
    m->s.d.t[0] = kept;
    m->fresh = 0;
}

/* Put values a moment later in `later`: by the slope, or where nothing moves by its change too. */
static void look_ahead(Model *m, const double *now)
{
    const State *const s = &m->s;
    const double t = s->d.t[0];
    double step = AHEAD * MODEL_SPAN, farther[MODEL_NEVENTS];
    put_rate(m, s->y, t, m->k[0]);
    for (int i = 0; i < MODEL_NY; ++i) m->trial[i] = s->y[i] + step * m->k[0][i];
    event_values(m, m->trial, t + step, m->later);
    int still[MODEL_NEVENTS], any = 0;
    for (int k = 0; k < MODEL_NEVENTS; ++k) {
        const double size = fabs(now[k]) > 1.0 ? fabs(now[k]) : 1.0;
        still[k] = fabs(m->later[k] - now[k]) <= STILL * size;
        any |= still[k];
    }
    if (!any) return;
    step = FARTHER * MODEL_SPAN;
    for (int i = 0; i < MODEL_NY; ++i) m->trial[i] = s->y[i] + 0.5 * step * m->k[0][i];
    put_rate(m, m->trial, t + 0.5 * step, m->k[1]);
    for (int i = 0; i < MODEL_NY; ++i) m->trial[i] = s->y[i] + step * m->k[1][i];
    event_values(m, m->trial, t + step, farther);
    for (int k = 0; k < MODEL_NEVENTS; ++k)
        if (still[k]) m->later[k] = farther[k];
}

/* Put in `which` the events that happen at this instant: whose time it is, or that are at zero and
   go on from there; `but`: those that have just happened, NULL at the start. */
static int happen_at_once(Model *m, const int *but, int *which)
{
    int looked = 0, found = 0;
    event_values(m, m->s.y, m->s.d.t[0], m->g);
    for (int k = 0; k < MODEL_NEVENTS; ++k) {
        which[k] = 0;
        if ((but && but[k]) || !(m->s.d.alive[k] > 0.0)) continue;
        if (MODEL_timed[k]) {
            which[k] = !but && m->g[k] == 0.0;
        } else if (fabs(m->g[k]) <= STILL && MODEL_direction[k]) {
            if (!looked) look_ahead(m, m->g);
            looked = 1;
            which[k] = m->later[k] * MODEL_direction[k] > 0.0;
        }
        found += which[k];
    }
    return found;
}

/* --- impacts ---------------------------------------------------------------------------------- */

/* Put Cholesky's factor of S in its lower half; 0 where a pivot is not above `least`. */
static int cholesky(double *S, int n, double least)
{
    for (int j = 0; j < n; ++j)
        for (int i = j; i < n; ++i) {
            double sum = S[i * n + j];
            for (int k = 0; k < j; ++k) sum -= S[i * n + k] * S[j * n + k];
            if (i == j) {
                if (!(sum > least)) return 0;
                S[i * n + i] = sqrt(sum);
            } else {
                S[i * n + j] = sum / S[j * n + j];
            }
        }
    return 1;
}

/* Factor the scaled mass matrix; rows lend mass to directions without any, which changes nothing
   where the rows are met. */
static int factor_mass(Model *m, int count)
{
    const int n = MODEL_NV;
    double size = 0.0;
    for (int again = 0; again < 2; ++again) {
        double *const S = m->lent;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                S[i * n + j] = MODEL_column_scale[i] * m->mass[i * n + j] * MODEL_column_scale[j];
                if (!again && fabs(S[i * n + j]) > size) size = fabs(S[i * n + j]);
            }
        for (int k = 0; again && k < count; ++k)
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) S[i * n + j] += size * m->A[k * n + i] * m->A[k * n + j];
        if (cholesky(S, n, 1e-13 * size)) return 1;
    }
    return 0;
}

/* Put the shortest z with B z = c in `jump`, by orthogonal rows, the longest first; 0 where
   redundant rows disagree. B and c are used up. */
static int put_shortest(Model *m, double *B, double *c, int count)
{
    const int n = MODEL_NV;
    double top = 0.0, most = 1.0;
    int done[MODEL_NROWS + MODEL_NTHROWN + 1] = {0};
    memset(m->jump, 0, sizeof m->jump);
    for (int i = 0; i < count; ++i)
        if (fabs(c[i]) + 1.0 > most) most = fabs(c[i]) + 1.0;
    for (int taken = 0; taken < count; ++taken) {
        int best = -1;
        double square = -1.0;
        for (int i = 0; i < count; ++i) {
            double own = 0.0;
            for (int j = 0; j < n; ++j) own += B[i * n + j] * B[i * n + j];
            if (!done[i] && own > square) {
                square = own;
                best = i;
            }
        }
        if (!taken) top = sqrt(square);
        if (!(sqrt(square) > REDUNDANT * top)) {
            for (int i = 0; i < count; ++i)
                if (!done[i] && !(fabs(c[i]) <= CONTRADICTION * most)) return 0;
            return 1;
        }
        done[best] = 1;
        for (int j = 0; j < n; ++j) m->jump[j] += c[best] / square * B[best * n + j];
        for (int i = 0; i < count; ++i)
            for (int again = 0; again < 2 && !done[i]; ++again) { /* twice is enough for rounding */
                double part = 0.0;
                for (int j = 0; j < n; ++j) part += B[i * n + j] * B[best * n + j];
                part /= square;
                for (int j = 0; j < n; ++j) B[i * n + j] -= part * B[best * n + j];
                c[i] -= part * c[best];
            }
    }
    return 1;
}

/* Let velocities jump so that rows of the mode, and what is thrown back, are met:
   M (v+ - v) = A^T Lambda, A v+ = b. Returns 0 where no velocities meet them. */
static int jump_velocities(Model *m, int thrown, const int *thrown_row, const double *rate)
{
    const int n = MODEL_NV, rows = MODE(m)->nrows;
    double *const v = m->s.y + MODEL_NQ;
    int count = 0;
    for (int i = 0; i < rows; ++i, ++count) {
        for (int j = 0; j < n; ++j)
            m->A[count * n + j] =
                MODE(m)->row_scale[i] * m->Phi[i * n + j] * MODEL_column_scale[j];
        m->wanted[count] = -MODE(m)->row_scale[i] * m->slip[i];
    }
    for (int i = 0; i < thrown; ++i, ++count) {
        double square = 0.0, now = 0.0;
        const double *const J = &m->J[thrown_row[i] * n];
        for (int j = 0; j < n; ++j) {
            m->A[count * n + j] = J[j] * MODEL_column_scale[j];
            square += m->A[count * n + j] * m->A[count * n + j];
            now += J[j] * v[j];
        }
        const double length = square > 0.0 ? sqrt(square) : 1.0;
        for (int j = 0; j < n; ++j) m->A[count * n + j] /= length;
        m->wanted[count] = (rate[i] - now) / length;
    }
    if (!count) return 1;
    if (!factor_mass(m, count)) return 0;
    const double *const L = m->lent;
    for (int k = 0; k < count; ++k) /* B = A L^-T */
        for (int i = 0; i < n; ++i) {
            double *const x = &m->A[k * n];
            for (int j = 0; j < i; ++j) x[i] -= L[i * n + j] * x[j];
            x[i] /= L[i * n + i];
        }
    if (!put_shortest(m, m->A, m->wanted, count)) return 0;
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) m->jump[i] -= L[j * n + i] * m->jump[j];
        m->jump[i] /= L[i * n + i];
    }
    for (int j = 0; j < n; ++j) {
        v[j] += MODEL_column_scale[j] * m->jump[j];
        if (!(fabs(v[j]) < 1e300)) return 0;
    }
    return 1;
}

/* --- what events do --------------------------------------------------------------------------- */

static void write_number(Model *m, int place, double value)
{
    m->s.events.written[place] = value;
    m->s.events.is_written[place] = 1;
}

static void attach(Model *m, int name, int row)
{
    EventState *const e = &m->s.events;
    for (int k = 0; k < e->carries; ++k)
        if (MODEL_payload_name[e->carried[k]] == name) m->why = "a payload is attached already";
    if (!m->why) e->carried[e->carries++] = (int32_t)row;
}

static void detach(Model *m, int name, int row)
{
    EventState *const e = &m->s.events;
    for (int k = 0; k < e->carries; ++k) {
        const int one = e->carried[k];
        if (MODEL_payload_name[one] != name) continue;
        if (MODEL_payload_place[13 * one] != MODEL_payload_place[13 * row]) break;
        for (int i = k; i + 1 < e->carries; ++i) e->carried[i] = e->carried[i + 1];
        --e->carries;
        return;
    }
    m->why = "a payload is not attached to the body that releases it";
}

/* Make a joint where its frames are: position and rotation of its frame on the child, then how far
   the frames are apart [m], [rad]. */
static void make_joint(Model *m, const int *row)
{
    const double *const frame = &m->frames[14 * row[0]];
    const double *const number = m->s.d.event_numbers;
    if (!row[1] && !(frame[12] <= number[row[2]] && frame[13] <= number[row[3]]))
        m->why = "the frames of a joint that is to be made are too far apart";
    for (int k = 0; k < 12; ++k) write_number(m, row[4 + k], frame[k]);
}

/* Let some events happen at this state; `changed`: whether something is another one after it. */
static void happen(Model *m, const int *which, int *changed)
{
    State *const s = &m->s;
    EventState *const e = &s->events;
    const double t = s->d.t[0], *const number = s->d.event_numbers;
    double g[MODEL_NEVENTS], rate[MODEL_NTHROWN + 1];
    double restitution[MODEL_NTHROWN + 1], still[MODEL_NTHROWN + 1];
    int32_t mode = s->mode;
    int wrote = 0, thrown = 0, stops = 0, rests = 0, row[MODEL_NTHROWN + 1], first = -1;
    const Mode *const was = MODE(m);
    m->why = NULL;
    event_values(m, s->y, t, g);
    if (was->computed) was->computed(&s->d, s->y, m->computed, m->work);
    if (was->frames) was->frames(&s->d, s->y, m->frames, m->work);
    for (int k = 0; k < MODEL_NEVENTS; ++k) {
        if (!which[k]) continue;
        if (first < 0) first = k;
        ++e->counts[k];
        for (int i = 0; i < MODEL_NACTIONS; ++i) {
            const int *const a = &MODEL_action[5 * i];
            if (a[0] != k) continue;
            wrote |= a[1] <= JOIN;
            switch (a[1]) {
            case SET: write_number(m, a[2], number[a[3]]); break;
            case COMPUTE: write_number(m, a[2], m->computed[a[3]]); break;
            case SET_STATE: s->y[MODEL_Z + a[2]] = number[a[3]]; break;
            case COMPUTE_STATE: s->y[MODEL_Z + a[2]] = m->computed[a[3]]; break;
            case ATTACH: attach(m, a[2], a[3]); break;
            case DETACH: detach(m, a[2], a[3]); break;
            case JOIN: make_joint(m, &MODEL_join[16 * a[2]]); break;
            case BOUNCE:
                row[thrown] = a[2];
                restitution[thrown] = number[a[3]];
                still[thrown++] = number[a[4]]; /* the rate below which it rests */
                break;
            case STOP: stops = 1; break;
            default: break;
            }
        }
        if (mode >= 0) mode = MODEL_modes[mode].after[k];
        if (mode < 0) m->why = "it cannot happen in this mode";
    }
    memmove(e->recent, e->recent + 1, (MANY - 1) * sizeof(double));
    e->recent[MANY - 1] = t;
    if (e->happened < MANY) ++e->happened;
    set_alive(m);
    *changed = wrote || thrown || mode != s->mode;
    if (!m->why && *changed) {
        s->mode = mode;
        put_efforts(m);
        if (!apply_numbers(m)) m->why = "the model is another one with these parameters";
    }
    m->fresh = 0;
    s->open = 0;
    if (!m->why && *changed) {
        int worst = 0;
        double gap = 0.0;
        MODE(m)->rows(&s->d, s->y, m->gaps, m->Phi, m->slip, m->turned, m->here, m->work);
        if (MODE(m) != was && MODE(m)->nhold) {
            memcpy((char *)&s->d + MODE(m)->hold, m->here,
                   (size_t)MODE(m)->nhold * sizeof(double));
            MODE(m)->rows(&s->d, s->y, m->gaps, m->Phi, m->slip, m->turned, m->here, m->work);
        }
        for (int i = 0; i < MODE(m)->nrows; ++i)
            if (!(fabs(MODE(m)->row_scale[i] * m->gaps[i]) <= gap)) {
                gap = fabs(MODE(m)->row_scale[i] * m->gaps[i]);
                worst = i;
            }
        if (!(gap <= OPEN)) {
            report(m, 1, "row %d (%s) would be open by %.3g lengths of the model after the event",
                   worst, MODE(m)->row_name[worst], gap);
            m->why = "no body can jump";
        }
    }
    if (!m->why && *changed) {
        const int n = MODEL_NV;
#if MODEL_CLOSED
        if (MODE(m)->mixes) choose_rows(m);
#endif
        MODE(m)->impact(&s->d, s->y, m->mass, m->J, m->still, m->work);
        for (int i = 0; i < thrown; ++i) {
            rate[i] = m->still[row[i]];
            for (int j = 0; j < n; ++j) rate[i] += m->J[row[i] * n + j] * s->y[MODEL_NQ + j];
            rests |= fabs(rate[i]) < still[i];
        }
        for (int i = 0; i < thrown; ++i)
            rate[i] = rests ? 0.0 : -restitution[i] * rate[i] - m->still[row[i]];
        if (!jump_velocities(m, thrown, row, rate))
            m->why = "no velocities meet all drives, locks and loops after it";
        for (int i = 0; i < MODEL_NACTIONS; ++i) /* angles of these joints count turns from here */
            if (MODEL_action[5 * i + 1] == ANEW && which[MODEL_action[5 * i]])
                s->y[MODEL_NQ + n + MODEL_action[5 * i + 2]] = m->turned[MODEL_action[5 * i + 2]];
    }
    if (!m->why && !stops && !rests) {
        double now[MODEL_NEVENTS];
        event_values(m, s->y, t, now);
        look_ahead(m, now);
        for (int k = 0; k < MODEL_NEVENTS; ++k)
            e->before[k] = !which[k] ? now[k] : MODEL_timed[k] ? 1.0 : m->later[k];
        for (int i = 0; i < MODEL_NACTIONS; ++i) {
            const int k = MODEL_action[5 * i];
            const double side = MODEL_direction[k] ? MODEL_direction[k] : g[k] > 0.0 ? 1.0 : -1.0;
            if (MODEL_action[5 * i + 1] == BOUNCE && which[k] && (m->later[k] - now[k]) * side > 0.0)
                m->why = "it happens without end: thrown back, it crosses again at once";
        }
        if (e->happened == MANY && t - e->recent[0] <= 1e-6 * MODEL_SPAN)
            m->why = "it happens without end: give it a rate below which it rests";
    }
    if (m->why)
        report(m, 1, "the motion ends at t = %.9g s with event '%s': %s", t, MODEL_event_name[first],
               m->why);
    else if (stops || rests)
        report(m, MODEL_grave[first], "the motion ends at t = %.9g s with event '%s'%s", t,
               MODEL_event_name[first], rests ? ", where it came to rest" : "");
    e->ended = m->why || stops || rests;
    m->fresh = 0;
#if MODEL_CLOSED
    if (*changed) choose_chart(m, 0);
#endif
    put_x(m);
}

/* Let events happen at this state, and those that follow on them at once. */
static void happen_all(Model *m, int *which)
{
    int again[MODEL_NEVENTS], changed = 0;
    for (int round = 0; round <= MANY && !m->s.events.ended; ++round) {
        happen(m, which, &changed);
        if (!changed || m->s.events.ended || !happen_at_once(m, which, again)) return;
        memcpy(which, again, sizeof again);
    }
}

/* See what has not happened from where it is now. */
static void look_from_here(Model *m, const int *which)
{
    double now[MODEL_NEVENTS];
    int looked = 0;
    event_values(m, m->s.y, m->s.d.t[0], now);
    meet_times(now, m->s.d.t[0]);
    for (int k = 0; k < MODEL_NEVENTS; ++k) {
        if (which[k] || MODEL_timed[k]) continue;
        const int at_zero = fabs(now[k]) <= STILL;
        if (at_zero && !looked) look_ahead(m, now);
        looked |= at_zero;
        m->s.events.before[k] = at_zero ? m->later[k] : now[k];
    }
}

/* Take the values of the start, and let happen what happens there. */
static void begin_events(Model *m)
{
    int which[MODEL_NEVENTS];
    set_alive(m);
    event_values(m, m->s.y, m->s.d.t[0], m->s.events.before);
    if (happen_at_once(m, NULL, which)) happen_all(m, which);
}

/* --- Co-Simulation ---------------------------------------------------------------------------- */

/* Go from a state to the one `size` seconds later. */
static int step_from(Model *m, const double *y, double t, double size)
{
    memcpy(m->s.y, y, sizeof m->s.y);
    m->s.d.t[0] = t;
    return take_step(m, size);
}

/* Return the far side of the smallest bracket of a crossing in the step from a to b, by false
   position with halved weights (Illinois), bisection where that is slow. */
static double crossing_time(Model *m, int k, const double *y, double a, double b, double at_b)
{
    const double begun = a, last = b;
    double weight_a = fabs(m->s.events.before[k]), weight_b = fabs(at_b);
    int side = 0;
    const int upward = m->s.events.before[k] < 0.0;
    for (int i = 0; i < CROSSED_IN; ++i) {
        const double size = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
        const double least = 2.0 * (nextafter(size, HUGE_VAL) - size);
        double t = 0.5 * (a + b);
        if (b - a <= least) break;
        if (!(weight_b > 0.0) && i % 3 == 2) {
            t = b - least;
        } else if (weight_b > 0.0 && i % 3 < 2) {
            const double guess = a + (b - a) * (weight_a / (weight_a + weight_b));
            if (a < guess && guess < b) t = guess;
        }
        if (!(a < t && t < b)) break;
        if (step_from(m, y, begun, t - begun)) return last;
        event_values(m, m->s.y, t, m->g);
        if (upward ? m->g[k] >= 0.0 : m->g[k] <= 0.0) {
            if (side == 1) weight_a *= 0.5;
            b = t;
            weight_b = fabs(m->g[k]);
            side = 1;
        } else {
            if (side == -1) weight_b *= 0.5;
            a = t;
            weight_a = fabs(m->g[k]);
            side = -1;
        }
    }
    return b;
}

/* Take one step of `size` seconds to `end`, in which events are crossed. */
static int step_over_events(Model *m, double size, double end)
{
    State *const s = &m->s;
    double y[MODEL_NY], last[MODEL_NY], at_end[MODEL_NEVENTS];
    for (int round = 0; round < 1000; ++round) {
        const double t = s->d.t[0];
        int which[MODEL_NEVENTS], any = 0;
        double first = end;
        memcpy(y, s->y, sizeof y);
        int status = take_step(m, round ? end - t : size);
        if (status) return status;
        memcpy(last, s->y, sizeof last);
        s->d.t[0] = end;
        event_values(m, last, end, at_end);
        meet_times(at_end, end);
        for (int k = 0; k < MODEL_NEVENTS; ++k) {
            if (!is_crossed(k, s->events.before[k], at_end[k])) continue;
            double found = m->s.d.event_numbers[MODEL_level[k]];
            if (!MODEL_timed[k]) found = crossing_time(m, k, y, t, end, at_end[k]);
            if (found > end) found = end;
            if (!any || found < first) first = found;
            any = 1;
        }
        if (!any) {
            memcpy(s->events.before, at_end, sizeof at_end);
            memcpy(s->y, last, sizeof last);
            s->d.t[0] = end;
            return DONE;
        }
        if (first < end) {
            status = step_from(m, y, t, first - t);
            if (status) return status;
        } else {
            memcpy(s->y, last, sizeof last);
        }
        s->d.t[0] = first;
        event_values(m, s->y, first, m->g);
        meet_times(m->g, first);
        any = 0;
        for (int k = 0; k < MODEL_NEVENTS; ++k) {
            which[k] = is_crossed(k, s->events.before[k], m->g[k]);
            any += which[k];
        }
        if (any) happen_all(m, which);
        if (s->events.ended || !(s->d.t[0] < end)) return DONE;
    }
    report(m, 1, "events happen without end before t = %.9g s", end);
    s->events.ended = 1;
    return DONE;
}

/* --- Model Exchange --------------------------------------------------------------------------- */

/* Put in `which` what has been crossed since the last look; `soon`: or is within a moment, as where
   an importer has found the instant but for rounding. */
static int crossed_since(Model *m, int *which, int soon)
{
    int found = 0;
    if (settle(m)) return 0;
    event_values(m, m->s.y, m->s.d.t[0], m->g);
    meet_times(m->g, m->s.d.t[0]);
    if (soon) look_ahead(m, m->g);
    for (int k = 0; k < MODEL_NEVENTS; ++k) {
        which[k] = is_crossed(k, m->s.events.before[k], m->g[k]) ||
                   (soon && is_crossed(k, m->s.events.before[k], m->later[k]));
        found += which[k];
    }
    return found;
}
#endif
