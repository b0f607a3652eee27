import { periodKey, type History, type Move, type Check } from './history.ts';

/** Time within which an attempt without a response may still take effect, for example on a paused node. */
const DOUBT_MS = 20_000;

type Certainty = { readonly isIn: boolean; readonly from: number; readonly to: number };

/**
 * Compares received messages with the memberships that clients know for certain: those between the
 * acknowledgement of one change and the start of the next.
 */
export function checkMembership({ moves, sends, listeners }: History): Check[] {
  const certain = new Map<string, Certainty[]>();
  for (const [key, list] of Map.groupBy(moves, ({ userId, channelId }) => periodKey(userId, channelId)))
    certain.set(key, certaintiesOf(list));
  const heard = new Map<number, Set<number>[]>();
  for (const { userId, messageIds } of listeners)
    heard.set(userId, [...(heard.get(userId) ?? []), new Set(messageIds)]);

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
      if (!known.isIn && queues.some((queue) => queue.has(id)))
        tooMuch.push(`user ${userId} heard '${key}' in channel ${channelId} after leaving it`);
      if (known.isIn && !queues.every((queue) => queue.has(id)))
        tooLittle.push(`user ${userId} did not hear '${key}' in channel ${channelId}`);
    }
  }
  return [
    { name: 'I-2 who has left a channel hears nothing of it', violations: tooMuch },
    { name: 'Q-1 who has joined a channel hears all of it', violations: tooLittle },
  ];
}

function certaintiesOf(moves: readonly Move[]): Certainty[] {
  let doubtUntil = 0;
  return moves.flatMap(({ joins, until, attempts }, index) => {
    if (until === undefined || attempts > 1)
      doubtUntil = Math.max(doubtUntil, (until ?? Infinity) + DOUBT_MS);
    if (until === undefined) return [];
    const from = Math.max(until, doubtUntil);
    const to = moves[index + 1]?.from ?? Infinity;
    return from < to ? [{ isIn: joins, from, to }] : [];
  });
}
