import type { Epochs } from './epochs.ts';
import { periodKey, type History, type Listener, type Loss, type Move, type Check } from './history.ts';
import { segmentsOf } from './segments.ts';

/** Time within which an attempt without a response may still take effect, for example on a paused node. */
const DOUBT_MS = 20_000;

type Certainty = { readonly isIn: boolean; readonly from: number; readonly to: number };

/**
 * Compares received messages with the memberships that clients know for certain: those between the
 * acknowledgement of one change and the start of the next.
 */
export function checkMembership({ moves, sends, listeners, losses }: History, epochs: Epochs): Check[] {
  const certain = new Map<string, Certainty[]>();
  for (const [key, list] of Map.groupBy(moves, ({ userId, channelId }) => periodKey(userId, channelId)))
    certain.set(key, certaintiesOf(list, losses));
  const heard = new Map<number, Heard[]>();
  for (const listener of listeners)
    heard.set(listener.userId, [...(heard.get(listener.userId) ?? []), heardBy(listener, epochs)]);

  const tooMuch: string[] = [];
  const tooLittle: string[] = [];
  for (const { channelId, ids, from, until, key } of sends) {
    const [id] = ids;
    if (channelId === undefined || id === undefined || until === undefined) continue;
    for (const [userId, queues] of heard) {
      const known = (certain.get(periodKey(userId, channelId)) ?? []).find(
        (one) => one.from < from && until < one.to,
      );
      if (known === undefined) continue;
      if (!known.isIn && queues.some((queue) => queue.ids.has(id)))
        tooMuch.push(`user ${userId} heard '${key}' in channel ${channelId} after leaving it`);
      if (known.isIn && !queues.every((queue) => queue.ids.has(id) || !queue.covers(id)))
        tooLittle.push(`user ${userId} did not hear '${key}' in channel ${channelId}`);
    }
  }
  return [
    { name: 'I-2 who has left a channel hears nothing of it', violations: tooMuch },
    { name: 'Q-1 who has joined a channel hears all of it', violations: tooLittle },
  ];
}

type Heard = { readonly ids: ReadonlySet<number>; readonly covers: (id: number) => boolean };

/** A client covers the messages of an epoch after its registration in that epoch, unless they were lost. */
function heardBy(listener: Listener, epochs: Epochs): Heard {
  const segments = segmentsOf(listener);
  return {
    ids: new Set(listener.messageIds),
    covers: (id) =>
      !epochs.isLost(id) && segments.some(({ from }) => epochs.of(from) === epochs.of(id) && from < id),
  };
}

/** A change may be lost with the history in which it was acknowledged; then nothing is certain after the loss. */
function certaintiesOf(moves: readonly Move[], losses: readonly Loss[]): Certainty[] {
  let doubtUntil = 0;
  return moves.flatMap(({ joins, until, attempts }, index) => {
    if (until === undefined || attempts > 1)
      doubtUntil = Math.max(doubtUntil, (until ?? Infinity) + DOUBT_MS);
    if (until === undefined) return [];
    const from = Math.max(until, doubtUntil);
    const undone = losses.filter((loss) => loss.keptUntil <= until && until < loss.ends);
    const to = Math.min(moves[index + 1]?.from ?? Infinity, ...undone.map(({ begins }) => begins));
    return from < to ? [{ isIn: joins, from, to }] : [];
  });
}
