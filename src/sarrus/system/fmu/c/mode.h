/* What differs from mode to mode of a mechanism: its equations, and which numbers are independent.

   Events lead from one mode to another. Sizes in capitals are the largest of all modes; states that
   a mode does not need stay where they are. */
#include <stddef.h>

typedef void (*Values)(const ModelData *d, const double *y, double *found, double *work);

typedef struct {
    int ns, nr;       /* independent coordinates and velocities */
    int nrows, nk;    /* rows of loops, drives and locks; those in use, perhaps redundant */
    int mixes;        /* whether they are redundant */
    int nhold;        /* numbers that say where locked coordinates are */
    int nswitches, nkinks;
    size_t T, hold;   /* where these are in ModelData */
    const double *effort; /* numbers among the laws of effort */
    const double *row_scale;
    const int *kept, *closes, *position_row, *velocity_row, *position_free, *velocity_free;
    const char *const *row_name;
    const int *after; /* the mode that follows on each event; REFUSED: it cannot happen here */
    void (*slope)(const ModelData *d, const double *y, double *ydot, double *watch, double *work);
    void (*finish)(const ModelData *d, const double *y, const double *trial, const double *sum,
                   double h, double *y_next, double *watch, double *work);
    void (*step)(const ModelData *d, const double *y, double h, double *y_next, double *watch,
                 double *work);
    void (*rows)(const ModelData *d, const double *y, double *gaps, double *Phi, double *slip,
                 double *turned, double *here, double *work);
    void (*move)(const ModelData *d, const double *y, const double *change, double *moved_y,
                 double *work);
    Values rates, outputs, switches, kinks;
    void (*tangent_slope)(const ModelData *d, const double *y, const double *dy,
                          const double *dtau, const double *dtau_cut, double *dydot, double *work);
    void (*tangent_outputs)(const ModelData *d, const double *y, const double *dy,
                            const double *dtau, const double *dtau_cut, double *dfound,
                            double *work);
    void (*tangent_rows)(const ModelData *d, const double *y, const double *dy, double *dslip,
                         double *work);
    Values event_values, computed, frames;
    void (*impact)(const ModelData *d, const double *y, double *M, double *J, double *still,
                   double *work);
} Mode;
