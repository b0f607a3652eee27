import type { Stage } from './stage.ts';

/** An attack on a running node, with the sign by which its success is recognized. */
export type Attack = {
  /** The attacker and the attempt: "a member resends an invitation 60 times". */
  readonly name: string;
  /** The observation that would be a success: "more than 5 e-mails arrive". */
  readonly success: string;
  /** Takes seconds, so the short version leaves it out. */
  readonly isLong?: boolean;
  /** Returns the evidence of a success; undefined if the node withstood. */
  readonly attempt: (stage: Stage) => Promise<string | undefined>;
};

/** The evidence if an attack went through. */
export function evidence(isSuccess: boolean, text: string): string | undefined {
  return isSuccess ? text : undefined;
}
