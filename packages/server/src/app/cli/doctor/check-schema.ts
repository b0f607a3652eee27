import { sql, type Reader } from '../../../engine/db/sql.ts';
import { MigrationError } from '../../../engine/migrations/migration-error.ts';
import { migrationState } from '../../../engine/migrations/state.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

export async function checkMigrations(reader: Reader): Promise<CheckResult> {
  try {
    const { pending, newer, applied } = await migrationState(reader);
    if (pending.length > 0) return failed('migrations', `${pending.length} pending`, 'Run: parley migrate');
    const byNewer = newer.length === 0 ? '' : `, ${newer.length} of them by a newer release`;
    return passed('migrations', `${applied} applied${byNewer}`);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return failed('migrations', 'not those of this release', error.message);
  }
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
          'Partitions were missing. Keep the server running; if entries remain after a day, see docs/operating/monitoring.md.',
        )
      : passed('default partition', 'empty'),
  ];
}
