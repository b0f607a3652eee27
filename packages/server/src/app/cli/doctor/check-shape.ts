import { sql, type Reader } from '../../../engine/db/sql.ts';
import { migrationState } from '../migrations.ts';
import { advice, bad, good, type Finding } from './finding.ts';

export async function checkMigrations(reader: Reader): Promise<Finding> {
  const { pending, unknown, done } = await migrationState(reader);
  if (unknown.length > 0)
    return bad(
      'migrations',
      `unknown: ${unknown.join(', ')}`,
      'A newer release has changed the database: run that one.',
    );
  if (pending.length > 0) return bad('migrations', `${pending.length} pending`, 'Run: parley migrate');
  return good('migrations', `${done} done`);
}

const DAYS_WANTED = 3;

/** Partitions of the log are made ahead of time; what has none is caught by the default partition. */
export async function checkLog(reader: Reader): Promise<Finding[]> {
  const ahead = await reader.first(
    sql<{ days: number }>`
      select count(*)::int as days from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'log_entry'::regclass
        and c.relname > 'log_entry_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')
        and c.relname ~ '^log_entry_[0-9]{8}$'`,
  );
  const caught = await reader.first(
    sql<{ some: boolean }>`select exists (select from log_entry_default) as some`,
  );
  const days = ahead?.days ?? 0;
  const found = `for ${days} days ahead`;
  return [
    days >= DAYS_WANTED
      ? good('log partitions', found)
      : bad('log partitions', found, 'The server makes them as it runs; to make them now: parley migrate'),
    caught?.some === true
      ? advice(
          'default partition',
          'holds entries',
          'Partitions were missing for a while. Let the server run; if this stays for a day, see docs/operating.md.',
        )
      : good('default partition', 'empty'),
  ];
}
