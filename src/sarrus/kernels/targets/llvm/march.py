"""Equal steps of blocks of lanes, as LLVM text.

    void march(ptr kernel, i64 blocks, ptr in, i64 inputs, ptr out, ptr new, ptr work, ptr time,
               ptr watch, ptr lowest, ptr failed, ptr store, i64 size, i64 room, i64 every,
               i64 wait, i64 first, i64 last, double t0, double h, double limit)

One block after the other; `in` has the addresses of so many inputs for each. The first input of the
kernel is the state, of `size` numbers, and the first output the next one, at `new`; they change
places after every step, so that nothing is copied. Watches are compared for all lanes at once:
`lowest` gets the least, `failed` the first step whose watch is not at least the limit, or the last
one where a number of the last state is not finite. The state is kept, `room` bytes of it, after
`wait` steps and then after every `every` of them.
"""

from __future__ import annotations

from sarrus.kernels.targets.llvm.lanes import Lanes

_ARGUMENTS = (
    "ptr %kernel, i64 %blocks, ptr %ins, i64 %inputs, ptr %out, ptr %spare, ptr %work, ptr %time, "
    "ptr %watch, ptr %lowest, ptr %failed, ptr %store, i64 %size, i64 %room, i64 %every, "
    "i64 %wait, i64 %first, i64 %last, double %t0, double %h, double %limit"
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
  %last.one = insertelement {whole} poison, i64 %last, i64 0
  %last.all = shufflevector {whole} %last.one, {whole} poison, {spread}
  %none = icmp sge i64 %first, %last
  br i1 %none, label %done, label %block
block:
  %b = phi i64 [ 0, %entry ], [ %b.next, %ended ]
  %to0 = phi ptr [ %store, %entry ], [ %to.next, %ended ]
  %in.skip = mul i64 %b, %inputs
  %in = getelementptr ptr, ptr %ins, i64 %in.skip
  %lane = mul i64 %b, {width}
  %low.at = getelementptr double, ptr %lowest, i64 %lane
  %failed.at = getelementptr i64, ptr %failed, i64 %lane
  %low0 = load {real}, ptr %low.at, align 8
  %failed0 = load {whole}, ptr %failed.at, align 8
  %y0 = load ptr, ptr %in
  br label %step
step:
  %n = phi i64 [ %first, %block ], [ %n.next, %next ]
  %y = phi ptr [ %y0, %block ], [ %new, %next ]
  %new = phi ptr [ %spare, %block ], [ %y, %next ]
  %low = phi {real} [ %low0, %block ], [ %low.next, %next ]
  %bad = phi {whole} [ %failed0, %block ], [ %bad.next, %next ]
  %left = phi i64 [ %wait, %block ], [ %left.next, %next ]
  %to = phi ptr [ %to0, %block ], [ %to.next, %next ]
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
  br i1 %more, label %step, label %look
look:
  %k = phi i64 [ 0, %next ], [ %k.next, %look ]
  %sum = phi {real} [ zeroinitializer, %next ], [ %sum.next, %look ]
  %place = mul i64 %k, {width}
  %number.at = getelementptr double, ptr %new, i64 %place
  %number = load {real}, ptr %number.at, align 8
  %nothing = fsub {real} %number, %number
  %sum.next = fadd {real} %sum, %nothing
  %k.next = add i64 %k, 1
  %others = icmp slt i64 %k.next, %size
  br i1 %others, label %look, label %ended
ended:
  %infinite = fcmp une {real} %sum.next, zeroinitializer
  %good = icmp slt {whole} %bad.next, zeroinitializer
  %lost = and {bit} %infinite, %good
  %bad.last = select {bit} %lost, {whole} %last.all, {whole} %bad.next
  store {real} %low.next, ptr %low.at, align 8
  store {whole} %bad.last, ptr %failed.at, align 8
  %b.next = add i64 %b, 1
  %again = icmp slt i64 %b.next, %blocks
  br i1 %again, label %block, label %done
done:
  ret void
}}
"""
