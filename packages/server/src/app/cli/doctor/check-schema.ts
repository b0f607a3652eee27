import { sql, type Reader } from '../../../engine/db/sql.ts';
import { migrationState } from '../migrations.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

export async function checkMigrations(reader: Reader): Promise<CheckResult> {
  const { pending, unknown, applied } = await migrationState(reader);
  if (unknown.length > 0)
    return failed(
      'migrations',
      `unknown: ${unknown.join(', ')}`,
      'The database was migrated by a newer release: run that release.',
    );
  if (pending.length > 0) return failed('migrations', `${pending.length} pending`, 'Run: parley migrate');
  return passed('migrations', `${applied} applied`);
}

const MIN_DAYS_AHEAD = 3;

/** Log partitions are created ahead of time; entries without one go to the default partition. */
export async function checkLog(reader: Reader): Promise<CheckResult[]> {
  const ahead = await reader.first(
    sql<{ days: number }>`
      select count(*)::int as days from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'log_entry'::regclass
        and c.relname > 'log_entry_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')
        and c.relname ~ '^log_entry_[0-9]{8}$'`,
  );
  const fallback = await reader.first(
    sql<{ some: boolean }>`select exists (select from log_entry_default) as some`,
  );
  const days = ahead?.days ?? 0;
  const found = `for ${days} days ahead`;
  return [
    days >= MIN_DAYS_AHEAD
      ? passed('log partitions', found)
      : failed(
          'log partitions',
          found,
          'The running server creates them; to create them now, run: parley migrate',
        ),
    fallback?.some === true
      ? warning(
          'default partition',
          'contains entries',
          'Partitions were missing. Keep the server running; if entries remain after a day, see docs/operating.md.',
        )
      : passed('default partition', 'empty'),
  ];
}
