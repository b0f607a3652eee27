import type { Concern, OrganizationReader } from '../../delivery/readers/kinds.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { LogEntry } from '../../engine/log/entry.ts';
import { calledBotsAmong } from './rows.ts';
import { candidatesOf } from './trigger.ts';

/** The reader of one outgoing webhook bot or embedded bot; its id is that of the bot. */
export const BOT_READER = 'bot';

const MAX_ENTRIES = 500;

/** Finds the messages that may call an outgoing webhook bot or an embedded bot. The trigger of the table `bot` creates the reader. */
export const outgoingWebhooksReader: OrganizationReader = {
  kind: 'outgoing',
  maxEntries: MAX_ENTRIES,
  start: 'on request',
  read: async (tx, entries) => {
    const concerns = concernsOf(entries);
    const bots = await calledBotsAmong(tx, [...concerns.keys()]);
    const called = [...concerns.values()].filter(({ id }) => bots.has(id));
    await createReaders(tx, called);
    return { concerns: called, isUrgent: called.length > 0 };
  },
};

function concernsOf(entries: readonly LogEntry[]): ReadonlyMap<number, Concern> {
  const concerns = new Map<number, Concern>();
  for (const entry of entries) {
    if (entry.kind !== 'event' || entry.event.type !== 'message') continue;
    const { position: last } = entry;
    for (const id of candidatesOf({ audience: entry.audience, event: entry.event }))
      concerns.set(id, { kind: BOT_READER, id, first: concerns.get(id)?.first ?? last, last });
  }
  return concerns;
}

/** A bot has a reader from its first message on. */
async function createReaders(tx: Tx, concerns: readonly Concern[]): Promise<void> {
  if (concerns.length === 0) return;
  await tx.all(
    sql`insert into log_reader (realm_id, kind, id, position, wanted)
      select ${tx.realmId}, ${BOT_READER}, id, first - 1, first - 1
      from unnest(${concerns.map(({ id }) => id)}::bigint[], ${concerns.map(({ first }) => first)}::bigint[])
        as c (id, first)
      on conflict do nothing`,
  );
}
