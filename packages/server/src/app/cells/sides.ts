import { Client, type QueryResultRow } from 'pg';
import { hostOf } from '../../engine/hosts.ts';
import type { Config } from '../../engine/config.ts';

/** A cell as a move sees it: one connection to its database, which no limits of nodes apply to. */
export type Side = {
  readonly number: number;
  readonly url: string;
  /** Rows of a statement. */
  all<R extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** The only row of a statement; throws if there is none. */
  one<R extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R>;
  /** Runs work in a transaction. */
  atomically<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
};

/** The name of the publication in the old cell, and of its slot and the subscription in the new one. */
export function linkName(realmId: number): string {
  return `parley_move_${realmId}`;
}

/** Problems that the operator solves; the message says how. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/**
 * Connects to a cell as a superuser, which replication needs. Triggers and foreign keys do not apply to the session, as
 * for replicated rows; texts of rows are equal in all cells.
 */
export async function connectSide(config: Config, number: number): Promise<Side> {
  const side = await connectReader(config, number);
  try {
    await checkSuperuser(side);
    await side.all(
      `set session_replication_role = replica; set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex';
       set extra_float_digits = 1; set jit = off`,
    );
  } catch (error) {
    await side.end();
    throw error;
  }
  return side;
}

/**
 * Connects to a cell with the privileges of any user of its database. The address in PARLEY_CELLS counts for the cell of
 * the command too, because the user of its nodes is no superuser.
 */
export async function connectReader(config: Config, number: number): Promise<Side> {
  const own = number === config.cell.number ? config.database.url : undefined;
  const url = config.cell.databases[number] ?? own;
  if (url === undefined) throw new MoveError(`Cell ${number} is unknown. Add its database to PARLEY_CELLS.`);
  const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 });
  // The statement in progress reports the loss of the connection.
  client.on('error', () => {});
  await client.connect();
  const all = async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
    (await client.query<R>(text, [...values])).rows;
  const side: Side = {
    number,
    url,
    all,
    one: async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const [row] = await all<R>(text, values);
      if (row === undefined) throw new MoveError(`Cell ${number} has no row for: ${text}`);
      return row;
    },
    atomically: async (work) => {
      await client.query('begin');
      try {
        const result = await work();
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    },
    end: () => client.end(),
  };
  await checkNumber(side);
  return side;
}

async function checkSuperuser(side: Side): Promise<void> {
  const { name, superuser } = await side.one<{ name: string; superuser: boolean }>(
    'select current_user as name, (select rolsuper from pg_roles where rolname = current_user) as superuser',
  );
  if (superuser) return;
  throw new MoveError(
    `Cell ${side.number}: the database user ${name} is not a superuser, as replication needs. ` +
      `Name a superuser in the address of cell ${side.number} in PARLEY_CELLS; nodes keep their user.`,
  );
}

async function checkNumber(side: Side): Promise<void> {
  const [row] = await side.all<{ number: number }>('select number from cell');
  if (row?.number === side.number) return;
  await side.end();
  throw new MoveError(
    row === undefined
      ? `No node of cell ${side.number} has started yet. Start one with PARLEY_CELL=${side.number}.`
      : `The database of cell ${side.number} in PARLEY_CELLS belongs to cell ${row.number}.`,
  );
}

/** The address of an organization in a cell. */
export async function addressIn(side: Side, hosts: Config['hosts'], subdomain: string): Promise<string> {
  const { external_host: external, scheme } = await side.one<{ external_host: string; scheme: string }>(
    'select external_host, scheme from cell',
  );
  return `${scheme}://${hostOf({ ...hosts, external }, subdomain)}`;
}
