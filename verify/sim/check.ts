import type { Database } from './database.ts';

/** The history of a run as the clients saw it. */
export type History = {
  readonly database: Database;
  readonly clients: {
    readonly userId: number;
    readonly snapshots: { readonly queueId: string; readonly from: number }[];
    /** Ids of the received messages, in order. */
    readonly events: number[];
  }[];
  readonly sends: { readonly userId: number; readonly key: string; acknowledged: number | undefined }[];
  readonly warnings: unknown[];
};

/** Returns the violated invariants; uses no code of the product. */
export function checkHistory(history: History): string[] {
  return [
    ...checkLog(history),
    ...checkSends(history),
    ...history.clients.flatMap((client) => checkClient(history, client)),
  ];
}

function checkLog({ database, warnings }: History): string[] {
  const holes = database.log.some(({ position }, index) => position !== index + 1);
  const seen = warnings.filter((warning) => warning instanceof Error && warning.message.includes('hole'));
  return [
    ...(holes ? ['L-1: the log has a hole or a repeat'] : []),
    ...(seen.length > 0 ? ['L-2: a reader saw a hole in the log'] : []),
  ];
}

function checkSends({ database, sends }: History): string[] {
  const found = new Map<string, number[]>();
  for (const entry of database.log)
    if (entry.kind === 'event' && entry.event.type === 'message') {
      const list = found.get(entry.event.content) ?? [];
      found.set(entry.event.content, [...list, entry.position]);
    }
  const wrong: string[] = [];
  const lastOf = new Map<number, number>();
  for (const { userId, key, acknowledged } of sends) {
    const places = found.get(key) ?? [];
    if (places.length > 1) wrong.push(`S-2: '${key}' is in the log ${places.length} times`);
    if (acknowledged === undefined) continue;
    if (!places.includes(acknowledged)) wrong.push(`S-1: '${key}' was acknowledged and is not in the log`);
    if (acknowledged <= (lastOf.get(userId) ?? 0)) wrong.push(`S-5: '${key}' overtook an earlier send`);
    lastOf.set(userId, acknowledged);
  }
  return wrong;
}

function checkClient(
  { database }: History,
  { userId, snapshots, events }: History['clients'][number],
): string[] {
  const [first, ...others] = snapshots;
  if (first === undefined) return [`V-1: a client of user ${userId} never got a queue`];
  if (others.length > 0) return [`Q-4: a queue of user ${userId} was lost`];
  const expected = database.log
    .filter((entry) => entry.position > first.from && entry.kind === 'event')
    .filter((entry) => entry.kind === 'event' && entry.audience.kind === 'subscribers')
    .filter(
      (entry) =>
        entry.kind === 'event' &&
        entry.audience.kind === 'subscribers' &&
        database.isSubscribed(userId, entry.audience.channel, entry.position),
    )
    .map(({ position }) => position);
  const at = expected.findIndex((position, index) => events[index] !== position);
  const place = at === -1 ? expected.length : at;
  if (place === expected.length && events.length === expected.length) return [];
  const received = events[place];
  const due = expected[place];
  if (received !== undefined && !expected.includes(received))
    return [`I-1: user ${userId} heard of message ${received} without being there`];
  return [`Q-1: user ${userId} was due message ${due ?? 'none'} and heard of ${received ?? 'nothing'}`];
}
