import type { Database } from './database.ts';

/** The history of a run as the clients saw it. */
export type History = {
  readonly database: Database;
  readonly clients: {
    readonly userId: number;
    /** Registrations: position, and the number of events that were received before. */
    readonly snapshots: { readonly queueId: string; readonly from: number; readonly start: number }[];
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
  const holes = database.log.some(({ position }, index) => {
    const before = database.log[index - 1]?.position ?? 0;
    return position !== before + 1 && !database.starts.includes(position - 1);
  });
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
  const keys = new Map<number, string>();
  for (const { userId, key, acknowledged } of sends) {
    const places = found.get(key) ?? [];
    if (places.length > 1) wrong.push(`S-2: '${key}' is in the log ${places.length} times`);
    if (acknowledged === undefined) continue;
    const other = keys.get(acknowledged);
    keys.set(acknowledged, key);
    if (other !== undefined) wrong.push(`L-3: message ${acknowledged} is '${other}' and '${key}'`);
    if (!places.includes(acknowledged) && !isLost(database, acknowledged))
      wrong.push(`S-1: '${key}' was acknowledged and is not in the log`);
    if (acknowledged <= (lastOf.get(userId) ?? 0)) wrong.push(`S-5: '${key}' overtook an earlier send`);
    lastOf.set(userId, acknowledged);
  }
  return wrong;
}

function isLost({ lost }: Database, position: number): boolean {
  return lost.some(([after, upTo]) => after < position && position <= upTo);
}

function epochOf({ starts }: Database, position: number): number {
  return starts.filter((start) => start <= position).length;
}

type Client = History['clients'][number];

function checkClient({ database }: History, { userId, snapshots, events }: Client): string[] {
  if (snapshots.length === 0) return [`V-1: a client of user ${userId} never got a queue`];
  if (snapshots.length > 1 + database.starts.length) return [`Q-4: a queue of user ${userId} was lost`];
  return snapshots.flatMap(({ from, start }, index) => {
    const next = snapshots[index + 1];
    const heard = events.slice(start, next?.start);
    return checkQueue(database, { userId, from, heard, isLast: next === undefined });
  });
}

type HeardQueue = {
  readonly userId: number;
  readonly from: number;
  readonly heard: readonly number[];
  readonly isLast: boolean;
};

/** The last queue of a client hears all that it is due, the others a beginning of it and what was lost. */
function checkQueue(database: Database, { userId, from, heard, isLast }: HeardQueue): string[] {
  const epoch = epochOf(database, from);
  const alien = heard.find((id) => epochOf(database, id) !== epoch);
  if (alien !== undefined) return [`E-1: user ${userId} heard message ${alien} by a queue of another epoch`];
  const expected = dueTo(database, userId, from);
  const kept = heard.filter((id) => expected.includes(id) || !isLost(database, id));
  const at = expected.findIndex((position, index) => kept[index] !== position);
  const place = at === -1 ? expected.length : at;
  if (place === kept.length && (!isLast || place === expected.length)) return [];
  const received = kept[place];
  const due = expected[place];
  if (received !== undefined && !expected.includes(received))
    return [`I-1: user ${userId} heard of message ${received} without being there`];
  return [`Q-1: user ${userId} was due message ${due ?? 'none'} and heard of ${received ?? 'nothing'}`];
}

function dueTo(database: Database, userId: number, from: number): number[] {
  return database.log.flatMap((entry) => {
    if (entry.position <= from || entry.kind !== 'event' || entry.audience.kind !== 'subscribers') return [];
    return database.isSubscribed(userId, entry.audience.channel, entry.position) ? [entry.position] : [];
  });
}
