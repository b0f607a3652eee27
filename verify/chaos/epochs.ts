import type { Ledger } from './history.ts';

/** Positions jump by at least this much when an epoch begins (docs/spec/epochs.md). */
const MIN_JUMP = 1_000_000;

/** The epochs of a log, as its jumps show them. */
export type Epochs = {
  /** Jumps of the positions. */
  readonly jumps: number;
  /** The epoch of a position, from 0. */
  readonly of: (position: number) => number;
  /** Whether the position lies in a jump: it was issued in a history that was lost, or never. */
  readonly isLost: (position: number) => boolean;
};

export function epochsOf({ log }: Ledger): Epochs {
  const jumps = log.flatMap(({ position }, index) => {
    const before = log[index - 1]?.position ?? 0;
    return position - before > MIN_JUMP ? [{ before, start: position - 1 }] : [];
  });
  return {
    jumps: jumps.length,
    of: (position) => jumps.filter(({ start }) => start <= position).length,
    isLost: (position) => jumps.some(({ before, start }) => before < position && position < start),
  };
}
