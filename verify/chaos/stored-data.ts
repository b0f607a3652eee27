import { Client } from 'pg';
import { periodKey, type Ledger, type LedgerAudience } from './history.ts';

type Row = { position: string; audience: string; type: string | null; text: string | null };

/** Reads the stored data with plain SQL. */
export async function readLedger(url: string, realmId: number): Promise<Ledger> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const heads = await client.query<{ head: string }>('select head from realm_head where realm_id = $1', [
      realmId,
    ]);
    const epochs = await client.query<{ number: string }>('select number from epoch');
    const log = await client.query<Row>(
      `select position, audience, event::json ->> 'type' as type,
         case when event like '{"type":"message"%' then event::json ->> 'content' end as text
       from log_entry where realm_id = $1 order by position`,
      [realmId],
    );
    const messages = await client.query<{ id: string }>('select id from message where realm_id = $1', [
      realmId,
    ]);
    const periods = await client.query<{ user: string; channel: string; from: string; to: string | null }>(
      `select user_id as user, channel_id as channel, lower(part) as from, upper(part) as to
       from subscription, unnest(periods) as part where realm_id = $1`,
      [realmId],
    );
    const byUser = new Map<string, [number, number][]>();
    for (const { user, channel, from, to } of periods.rows) {
      const key = periodKey(Number(user), Number(channel));
      const list = byUser.get(key) ?? [];
      list.push([Number(from), to === null ? Infinity : Number(to)]);
      byUser.set(key, list);
    }
    return {
      head: Number(heads.rows[0]?.head ?? 0),
      epoch: Number(epochs.rows[0]?.number ?? 0),
      log: log.rows.map(({ position, audience, type, text }) => ({
        position: Number(position),
        audience: JSON.parse(audience) as LedgerAudience,
        type,
        text,
      })),
      stored: new Set(messages.rows.map(({ id }) => Number(id))),
      periods: byUser,
    };
  } finally {
    await client.end();
  }
}
