"""Equal steps of a block of lanes, as LLVM text.

    void march(ptr kernel, ptr in, ptr out, ptr work, ptr time, ptr watch, ptr lowest, ptr failed,
               ptr store, i64 room, i64 every, i64 wait, i64 first, i64 last,
               double t0, double h, double limit)

The first input of the kernel is the state, the first output the next one; they change places after
every step, so that nothing is copied. Watches are compared for all lanes at once: `lowest` gets the
least, `failed` the first step whose watch is not at least the limit. The state is kept, `room`
bytes of it, after `wait` steps and then after every `every` of them.
"""

from __future__ import annotations

from sarrus.kernels.code.lanes import Lanes

_ARGUMENTS = (
    "ptr %kernel, ptr %in, ptr %out, ptr %work, ptr %time, ptr %watch, ptr %lowest, ptr %failed, "
    "ptr %store, i64 %room, i64 %every, i64 %wait, i64 %first, i64 %last, "
    "double %t0, double %h, double %limit"
)


def march_text(lanes: Lanes) -> str:
    """Return the function `march`."""
    width, real, bit = lanes.width, lanes.real, lanes.bit
    whole = f"<{width} x i64>"
    spread = f"<{width} x i32> zeroinitializer"
    return f"""
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @march({_ARGUMENTS}) {{
entry:
  %limit.one = insertelement {real} poison, double %limit, i64 0
  %limits = shufflevector {real} %limit.one, {real} poison, {spread}
  %low0 = load {real}, ptr %lowest, align 8
  %failed0 = load {whole}, ptr %failed, align 8
  %y0 = load ptr, ptr %in
  %new0 = load ptr, ptr %out
  %any = icmp slt i64 %first, %last
  br i1 %any, label %step, label %done
step:
  %n = phi i64 [ %first, %entry ], [ %n.next, %next ]
  %y = phi ptr [ %y0, %entry ], [ %new, %next ]
  %new = phi ptr [ %new0, %entry ], [ %y, %next ]
  %low = phi {real} [ %low0, %entry ], [ %low.next, %next ]
  %bad = phi {whole} [ %failed0, %entry ], [ %bad.next, %next ]
  %left = phi i64 [ %wait, %entry ], [ %left.next, %next ]
  %to = phi ptr [ %store, %entry ], [ %to.next, %next ]
  store ptr %y, ptr %in
  store ptr %new, ptr %out
  %n.real = sitofp i64 %n to double
  %since = fmul contract double %n.real, %h
  %t = fadd contract double %t0, %since
  %t.one = insertelement {real} poison, double %t, i64 0
  %t.all = shufflevector {real} %t.one, {real} poison, {spread}
  store {real} %t.all, ptr %time, align 8
  call void %kernel(ptr %in, ptr %out, ptr %work)
  %seen = load {real}, ptr %watch, align 8
  %lower = fcmp olt {real} %seen, %low
  %low.next = select {bit} %lower, {real} %seen, {real} %low
  %short = fcmp ult {real} %seen, %limits
  %well = icmp slt {whole} %bad, zeroinitializer
  %fails = and {bit} %short, %well
  %n.one = insertelement {whole} poison, i64 %n, i64 0
  %n.all = shufflevector {whole} %n.one, {whole} poison, {spread}
  %bad.next = select {bit} %fails, {whole} %n.all, {whole} %bad
  %left.less = sub i64 %left, 1
  %kept = icmp eq i64 %left.less, 0
  br i1 %kept, label %keep, label %next
keep:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %new, i64 %room, i1 false)
  %to.after = getelementptr i8, ptr %to, i64 %room
  br label %next
next:
  %left.next = phi i64 [ %left.less, %step ], [ %every, %keep ]
  %to.next = phi ptr [ %to, %step ], [ %to.after, %keep ]
  %n.next = add i64 %n, 1
  %more = icmp slt i64 %n.next, %last
  br i1 %more, label %step, label %end
end:
  store {real} %low.next, ptr %lowest, align 8
  store {whole} %bad.next, ptr %failed, align 8
  br label %done
done:
  ret void
}}
"""
