import type { HostileCase } from "./hostile-case";
import { SIZE_CASES } from "./native-size-cases";
import { STRUCTURE_CASES } from "./native-structure-cases";
import { TEXT_CASES } from "./native-text-cases";

export const NATIVE_CASES: readonly HostileCase[] = [
  ...STRUCTURE_CASES,
  ...TEXT_CASES,
  ...SIZE_CASES,
];
