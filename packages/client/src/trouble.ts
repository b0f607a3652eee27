import { isTransient } from './backoff.ts';

/** A failure that waiting may cure. */
export type Trouble = {
  readonly error: unknown;
  /** Failures in a row, this one included. */
  readonly failures: number;
  readonly waitMilliseconds: number;
};

export type TroubleOptions = {
  /** Called for every failure that is followed by another attempt. */
  readonly onTrouble?: (trouble: Trouble) => void;
  /** Called when the server answers again after trouble. */
  readonly onRecovery?: () => void;
};

/** Writes a line when trouble begins and one when it is over: to stderr, in browsers to the console. */
export function troubleToConsole(base: string): Required<TroubleOptions> {
  let isTroubled = false;
  return {
    onTrouble: ({ error }) => {
      // The loss of a queue is cured by registering again, at once.
      if (isTroubled || !isTransient(error)) return;
      isTroubled = true;
      console.warn(`${error instanceof Error ? error.message : String(error)} Waiting, and trying again.`);
    },
    onRecovery: () => {
      if (!isTroubled) return;
      isTroubled = false;
      console.warn(`${base} answers again.`);
    },
  };
}
