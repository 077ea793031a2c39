"""The answers of CVODE and IDA: their names and what they mean.

Source: SUNDIALS 7 documentation, appendix "constants" of CVODE and of IDA.
"""

from __future__ import annotations

SUCCESS, STOP, ROOT, TOO_MANY_STEPS, UNRECOVERABLE_VALUE = 0, 1, 2, -1, -8
STEP_TOO_SHORT = -1000
"""Not of SUNDIALS, which may go on for ever with steps that do not change the time."""

_SHARED = {
    0: ("SUCCESS", "it succeeded"),
    1: ("TSTOP_RETURN", "the stop time was reached"),
    2: ("ROOT_RETURN", "a root was found"),
    -1: ("TOO_MUCH_WORK", "the next output was not reached in the allowed number of steps"),
    -2: ("TOO_MUCH_ACC", "the tolerances ask for more digits than the numbers have"),
    -3: ("ERR_FAILURE", "the error test failed repeatedly, or the step became too short"),
    -4: ("CONV_FAILURE", "the corrector did not converge repeatedly, or the step is too short"),
    -5: ("LINIT_FAIL", "the linear solver could not be started"),
    -6: ("LSETUP_FAIL", "the linear solver could not be set up"),
    -7: ("LSOLVE_FAIL", "the linear solver could not solve"),
    STEP_TOO_SHORT: ("STEP_TOO_SHORT", "the steps became too short to change the time"),
}
CVODE_FLAGS = _SHARED | {
    -8: ("RHSFUNC_FAIL", "the right-hand side failed"),
    -9: ("FIRST_RHSFUNC_ERR", "the right-hand side has no finite value at the start"),
    -10: ("REPTD_RHSFUNC_ERR", "the right-hand side repeatedly had no finite value"),
    -11: ("UNREC_RHSFUNC_ERR", "the right-hand side had no finite value, and no way back"),
    -12: ("RTFUNC_FAIL", "the root function failed"),
    -13: ("NLS_INIT_FAIL", "the nonlinear solver could not be started"),
    -14: ("NLS_SETUP_FAIL", "the nonlinear solver could not be set up"),
    -15: ("CONSTR_FAIL", "the inequalities could not be kept"),
    -16: ("NLS_FAIL", "the nonlinear solver failed"),
    -20: ("MEM_FAIL", "there is not enough memory"),
    -21: ("MEM_NULL", "there is no integrator"),
    -22: ("ILL_INPUT", "an input is not acceptable"),
    -23: ("NO_MALLOC", "the integrator was not initialised"),
    -24: ("BAD_K", "no derivative of this order is known"),
    -25: ("BAD_T", "the time is outside the last step"),
    -26: ("BAD_DKY", "there is no place for the derivative"),
    -27: ("TOO_CLOSE", "the first output is too close to the start"),
    -28: ("VECTOROP_ERR", "an operation on vectors failed"),
}
IDA_FLAGS = _SHARED | {
    -8: ("RES_FAIL", "the residual failed"),
    -9: ("REP_RES_FAIL", "the residual repeatedly had no finite value"),
    -10: ("RTFUNC_FAIL", "the root function failed"),
    -11: ("CONSTR_FAIL", "the inequalities could not be kept"),
    -12: ("FIRST_RES_FAIL", "the residual has no finite value at the start"),
    -13: ("LINESEARCH_FAIL", "no consistent start was found: the line search failed"),
    -14: ("NO_RECOVERY", "no consistent start was found: the residual has no finite value"),
    -15: ("NLS_INIT_FAIL", "the nonlinear solver could not be started"),
    -16: ("NLS_SETUP_FAIL", "the nonlinear solver could not be set up"),
    -17: ("NLS_FAIL", "the nonlinear solver failed"),
    -20: ("MEM_NULL", "there is no integrator"),
    -21: ("MEM_FAIL", "there is not enough memory"),
    -22: ("ILL_INPUT", "an input is not acceptable"),
    -23: ("NO_MALLOC", "the integrator was not initialised"),
    -24: ("BAD_EWT", "an error weight is zero or negative: give a positive atol"),
    -25: ("BAD_K", "no derivative of this order is known"),
    -26: ("BAD_T", "the time is outside the last step"),
    -27: ("BAD_DKY", "there is no place for the derivative"),
    -28: ("VECTOROP_ERR", "an operation on vectors failed"),
}
_TABLES = {"CVode": ("CV_", CVODE_FLAGS), "IDA": ("IDA_", IDA_FLAGS)}


def flag_name(solver: str, flag: int) -> tuple[str, str]:
    """Return the name of a flag of "CVode" or "IDA", and a sentence."""
    prefix, table = _TABLES[solver]
    name, sentence = table.get(flag, (f"FLAG_{flag}", "it failed for another reason"))
    return prefix + name, sentence
