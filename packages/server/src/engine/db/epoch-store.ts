import { DatabaseError, type ClientBase } from 'pg';
import type { Epoch, EpochStore } from './epoch.ts';

/** SQLSTATEs of a database that is not migrated or not restored yet: no such table, function or type. */
const MISSING: readonly unknown[] = ['42P01', '42883', '42704'];

/** The jump changes a row for each organization and channel, and may take longer than other statements. */
const BEGIN_TIMEOUT_MS = 120_000;

type EpochRow = { readonly number: number | string; readonly token: string };

export const epochStore: EpochStore<ClientBase> = {
  read: async (client, seen) => {
    try {
      const { rows } = await client.query<EpochRow & { readonly loss: string | null }>({
        text: 'select number, token, loss from check_epoch($1, $2)',
        values: [seen.map(([realmId]) => realmId), seen.map(([, head]) => head)],
      });
      return rows.map(({ loss, ...row }) => ({ ...epochOf(row), loss }))[0];
    } catch (error) {
      if (error instanceof DatabaseError && MISSING.includes(error.code)) return undefined;
      throw error;
    }
  },
  begin: async (client, ended, atLeast, reason) => {
    await client.query('begin');
    try {
      await client.query(
        `set local statement_timeout = ${BEGIN_TIMEOUT_MS}; set local lock_timeout = ${BEGIN_TIMEOUT_MS}`,
      );
      // The types of the library lack the timeout of a single query.
      const statement = {
        text: 'select number, token from begin_epoch($1, $2, $3)',
        values: [ended, atLeast, reason],
        query_timeout: BEGIN_TIMEOUT_MS,
      };
      const { rows } = await client.query<EpochRow>(statement);
      await client.query('commit');
      const [row] = rows;
      if (row === undefined) throw new Error('The database has no epoch.');
      return epochOf(row);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  },
};

function epochOf({ number, token }: EpochRow): Epoch {
  return { number: Number(number), token };
}
