import type { Picked } from '../../picking/picked.ts';

/** Ids of the picked users or groups, ascending. */
export function idsOf(picked: readonly Picked[], kind: 'user' | 'group'): number[] {
  return picked.flatMap((one) => (one.kind === kind ? [one.id] : [])).toSorted((a, b) => a - b);
}
