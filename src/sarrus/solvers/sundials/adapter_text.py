"""LLVM text that lets SUNDIALS call a kernel `void(const double **in, double **out, double *work)`.

SUNDIALS passes vectors and one `user_data` pointer; the kernel wants pointers to its arrays.
Each callback takes the data pointers of the vectors, writes them where the kernel's pointer
arrays want them ("patches"), stores t and cj, runs the kernel and answers 0, or 1 ("try a
shorter step") when a value is not finite. Matrices leave the kernel row by row and are stored
column by column, as SUNDIALS keeps them.

The text calls nothing by name: what it needs from SUNDIALS comes through `user_data`, whose
words are N_VGetArrayPointer, SUNDenseMatrix_Data, and the bindings of function, Jacobian and
roots. `sarrus.solvers.sundials.binding` lays both out.
"""

from __future__ import annotations

BINDING = (
    "kernel", "in", "out", "work", "t_cell", "cj_cell", "patches", "patch_table",
    "value_size", "calls", "refused", "matrix", "n",
)  # fmt: skip
"""Words of a binding; a patch is three words: slot, base (0 y, 1 yp, 2 value), bytes to add."""

CALLBACKS = ("cvode_rhs", "cvode_jacobian", "cvode_roots",
             "ida_residual", "ida_jacobian", "ida_roots")  # fmt: skip
TRIAL_KERNELS = ("decay", "decay_slope", "decay_residual", "decay_residual_slope")
TABLE = CALLBACKS + TRIAL_KERNELS
"""What `adapters(ptr table)` stores, in this order: callbacks, and kernels of y' = -y to try."""


def _field(name: str, kind: str = "ptr") -> str:
    """Return the lines that load a word of the binding %b into a register of the same name."""
    return f"""  %{name}.at = getelementptr ptr, ptr %b, i64 {BINDING.index(name)}
  %{name} = load {kind}, ptr %{name}.at"""


_RUN = f"""
define internal i32 @run(ptr %b, double %t, double %cj, ptr %y, ptr %yp, ptr %value) {{
start:
  %bases = alloca [3 x ptr]
  store ptr %y, ptr %bases
  %base1 = getelementptr ptr, ptr %bases, i64 1
  store ptr %yp, ptr %base1
  %base2 = getelementptr ptr, ptr %bases, i64 2
  store ptr %value, ptr %base2
{_field("t_cell")}
  store double %t, ptr %t_cell
{_field("cj_cell")}
  store double %cj, ptr %cj_cell
{_field("patches", "i64")}
{_field("patch_table")}
  br label %next
next:
  %i = phi i64 [ 0, %start ], [ %i1, %patch ]
  %p = phi ptr [ %patch_table, %start ], [ %p1, %patch ]
  %more = icmp ult i64 %i, %patches
  br i1 %more, label %patch, label %evaluate
patch:
  %slot = load ptr, ptr %p
  %which.at = getelementptr i64, ptr %p, i64 1
  %which = load i64, ptr %which.at
  %bytes.at = getelementptr i64, ptr %p, i64 2
  %bytes = load i64, ptr %bytes.at
  %base.at = getelementptr ptr, ptr %bases, i64 %which
  %base = load ptr, ptr %base.at
  %place = getelementptr i8, ptr %base, i64 %bytes
  store ptr %place, ptr %slot
  %i1 = add i64 %i, 1
  %p1 = getelementptr i64, ptr %p, i64 3
  br label %next
evaluate:
{_field("kernel")}
{_field("in")}
{_field("out")}
{_field("work")}
  call void %kernel(ptr %in, ptr %out, ptr %work)
{_field("calls", "i64")}
  %calls1 = add i64 %calls, 1
  store i64 %calls1, ptr %calls.at
{_field("value_size", "i64")}
  br label %check
check:
  %k = phi i64 [ 0, %evaluate ], [ %k1, %add ]
  %sum = phi double [ 0.0, %evaluate ], [ %sum1, %add ]
  %k.more = icmp ult i64 %k, %value_size
  br i1 %k.more, label %add, label %answer
add:
  %x.at = getelementptr double, ptr %value, i64 %k
  %x = load double, ptr %x.at
  %zero = fsub double %x, %x
  %sum1 = fadd double %sum, %zero
  %k1 = add i64 %k, 1
  br label %check
answer:
  %finite = fcmp oeq double %sum, 0.0
  br i1 %finite, label %good, label %bad
good:
  ret i32 0
bad:
{_field("refused", "i64")}
  %refused1 = add i64 %refused, 1
  store i64 %refused1, ptr %refused.at
  ret i32 1
}}

define internal ptr @word(ptr %d, i64 %i) {{
  %at = getelementptr ptr, ptr %d, i64 %i
  %p = load ptr, ptr %at
  ret ptr %p
}}

define internal ptr @data(ptr %d, ptr %v) {{
  %f = load ptr, ptr %d
  %p = call ptr %f(ptr %v)
  ret ptr %p
}}

define internal i32 @run_matrix(ptr %d, ptr %J, double %t, double %cj, ptr %y, ptr %yp) {{
start:
  %b = call ptr @word(ptr %d, i64 3)
{_field("matrix")}
{_field("n", "i64")}
  %rc = call i32 @run(ptr %b, double %t, double %cj, ptr %y, ptr %yp, ptr %matrix)
  %f = call ptr @word(ptr %d, i64 1)
  %data = call ptr %f(ptr %J)
  br label %row
row:
  %i = phi i64 [ 0, %start ], [ %i1, %row.end ]
  %i.more = icmp ult i64 %i, %n
  br i1 %i.more, label %column, label %done
column:
  %j = phi i64 [ 0, %row ], [ %j1, %copy ]
  %j.more = icmp ult i64 %j, %n
  br i1 %j.more, label %copy, label %row.end
copy:
  %from0 = mul i64 %i, %n
  %from1 = add i64 %from0, %j
  %from = getelementptr double, ptr %matrix, i64 %from1
  %x = load double, ptr %from
  %to0 = mul i64 %j, %n
  %to1 = add i64 %to0, %i
  %to = getelementptr double, ptr %data, i64 %to1
  store double %x, ptr %to
  %j1 = add i64 %j, 1
  br label %column
row.end:
  %i1 = add i64 %i, 1
  br label %row
done:
  ret i32 %rc
}}
"""

_CALLBACKS = """
define internal i32 @cvode_rhs(double %t, ptr %y, ptr %ydot, ptr %d) {
  %b = call ptr @word(ptr %d, i64 2)
  %yd = call ptr @data(ptr %d, ptr %y)
  %v = call ptr @data(ptr %d, ptr %ydot)
  %rc = call i32 @run(ptr %b, double %t, double 0.0, ptr %yd, ptr null, ptr %v)
  ret i32 %rc
}

define internal i32 @cvode_jacobian(double %t, ptr %y, ptr %fy, ptr %J, ptr %d,
                                    ptr %t1, ptr %t2, ptr %t3) {
  %yd = call ptr @data(ptr %d, ptr %y)
  %rc = call i32 @run_matrix(ptr %d, ptr %J, double %t, double 0.0, ptr %yd, ptr null)
  ret i32 %rc
}

define internal i32 @cvode_roots(double %t, ptr %y, ptr %g, ptr %d) {
  %b = call ptr @word(ptr %d, i64 4)
  %yd = call ptr @data(ptr %d, ptr %y)
  %rc = call i32 @run(ptr %b, double %t, double 0.0, ptr %yd, ptr null, ptr %g)
  ret i32 %rc
}

define internal i32 @ida_residual(double %t, ptr %y, ptr %yp, ptr %r, ptr %d) {
  %b = call ptr @word(ptr %d, i64 2)
  %yd = call ptr @data(ptr %d, ptr %y)
  %ypd = call ptr @data(ptr %d, ptr %yp)
  %v = call ptr @data(ptr %d, ptr %r)
  %rc = call i32 @run(ptr %b, double %t, double 0.0, ptr %yd, ptr %ypd, ptr %v)
  ret i32 %rc
}

define internal i32 @ida_jacobian(double %t, double %cj, ptr %y, ptr %yp, ptr %r, ptr %J, ptr %d,
                                  ptr %t1, ptr %t2, ptr %t3) {
  %yd = call ptr @data(ptr %d, ptr %y)
  %ypd = call ptr @data(ptr %d, ptr %yp)
  %rc = call i32 @run_matrix(ptr %d, ptr %J, double %t, double %cj, ptr %yd, ptr %ypd)
  ret i32 %rc
}

define internal i32 @ida_roots(double %t, ptr %y, ptr %yp, ptr %g, ptr %d) {
  %b = call ptr @word(ptr %d, i64 4)
  %yd = call ptr @data(ptr %d, ptr %y)
  %ypd = call ptr @data(ptr %d, ptr %yp)
  %rc = call i32 @run(ptr %b, double %t, double 0.0, ptr %yd, ptr %ypd, ptr %g)
  ret i32 %rc
}
"""

_TRIAL = """
define internal double @first(ptr %in, i64 %i) {
  %p = call ptr @word(ptr %in, i64 %i)
  %x = load double, ptr %p
  ret double %x
}

define internal void @decay(ptr %in, ptr %out, ptr %work) {
  %y = call double @first(ptr %in, i64 0)
  %f = fneg double %y
  %o = load ptr, ptr %out
  store double %f, ptr %o
  ret void
}

define internal void @decay_slope(ptr %in, ptr %out, ptr %work) {
  %o = load ptr, ptr %out
  store double -1.0, ptr %o
  ret void
}

define internal void @decay_residual(ptr %in, ptr %out, ptr %work) {
  %y = call double @first(ptr %in, i64 0)
  %yp = call double @first(ptr %in, i64 1)
  %r = fadd double %y, %yp
  %o = load ptr, ptr %out
  store double %r, ptr %o
  ret void
}

define internal void @decay_residual_slope(ptr %in, ptr %out, ptr %work) {
  %cj = call double @first(ptr %in, i64 0)
  %J = fadd double %cj, 1.0
  %o = load ptr, ptr %out
  store double %J, ptr %o
  ret void
}
"""


def adapter_text() -> str:
    """Return the LLVM text; its one exported function is `void adapters(void **table)`."""
    stores = "\n".join(
        f"  %at{i} = getelementptr ptr, ptr %table, i64 {i}\n  store ptr @{name}, ptr %at{i}"
        for i, name in enumerate(TABLE)
    )
    entry = f"\ndefine void @adapters(ptr %table) {{\n{stores}\n  ret void\n}}\n"
    return _RUN + _CALLBACKS + _TRIAL + entry
