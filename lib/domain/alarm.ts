import { namesOf } from "./names-of";

/**
 * What makes one episode's numbers suspect (product.md 4): the record contradicts itself. The numbers
 * stay as computed; the alarm stands beside them.
 */
export const ALARMS = {
  effect_without_call: "The application's record shows an effect that no call explains.",
  denied_and_executed: "A call is recorded both as denied and as executed.",
  denial_without_guardrail: "A denial is recorded in an arm whose guardrail is off.",
  outcome_contradicts_calls:
    "The recorded outcome says that the attack failed, the calls say that it did damage.",
  success_without_damage:
    "The recorded outcome says that the attack succeeded, nothing that the record lists did damage.",
  termination_contradicts_attempt:
    "The episode and its last attempt are recorded to have ended for different reasons.",
} as const satisfies Record<string, string>;

export type Alarm = keyof typeof ALARMS;
export const ALARM_NAMES = namesOf(ALARMS);
