import type { Listener } from './history.ts';

/** The messages that a client received by one registration. */
export type Segment = { readonly from: number; readonly ids: readonly number[] };

export function segmentsOf({ registrations, starts, messageIds }: Listener): Segment[] {
  return registrations.map((from, index) => ({
    from,
    ids: messageIds.slice(starts[index] ?? 0, starts[index + 1] ?? messageIds.length),
  }));
}
