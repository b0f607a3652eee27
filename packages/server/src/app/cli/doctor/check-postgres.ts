import type { Config } from '../../../engine/config.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { checkConnections } from './check-connections.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

type Settings = {
  version: number;
  version_text: string;
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
  data_checksums: string;
  encoding: string;
  lowercase: string;
  database: string;
};

/** Checks the PostgreSQL settings that durability and correctness depend on; throws if PostgreSQL is unavailable. */
export async function checkPostgres(reader: Reader, config: Config): Promise<CheckResult[]> {
  const row = await reader.first(
    sql<Settings>`
      select current_setting('server_version_num')::int as version,
             current_setting('server_version') as version_text,
             current_setting('fsync') as fsync,
             current_setting('synchronous_commit') as synchronous_commit,
             current_setting('full_page_writes') as full_page_writes,
             current_setting('data_checksums') as data_checksums,
             pg_encoding_to_char(encoding) as encoding,
             lower(${UPPERCASE}::text) as lowercase,
             current_database() as database
      from pg_database where datname = current_database()`,
  );
  if (row === undefined) throw new Error('PostgreSQL returned no settings.');
  return [
    passed('PostgreSQL', `database ${row.database}`),
    checkVersion(row),
    checkEncoding(row),
    checkCaseMapping(row),
    checkDurability(row),
    row.data_checksums === 'on'
      ? passed('data checksums', 'on')
      : warning(
          'data checksums',
          'off',
          'Disk corruption would go undetected: stop PostgreSQL and run pg_checksums --enable.',
        ),
    await checkConnections(reader, config),
  ];
}

const CREATE_DATABASE =
  'Create a new database: createdb --owner=USER --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME';

const MIN_MAJOR_VERSION = 15;

function checkVersion({ version, version_text: found }: Settings): CheckResult {
  return version >= MIN_MAJOR_VERSION * 10_000
    ? passed('PostgreSQL version', found)
    : failed('PostgreSQL version', found, `Upgrade PostgreSQL to ${MIN_MAJOR_VERSION} or newer.`);
}

function checkEncoding({ encoding }: Settings): CheckResult {
  return encoding === 'UTF8' ? passed('encoding', encoding) : failed('encoding', encoding, CREATE_DATABASE);
}

const UPPERCASE = 'ÄÉЖ';

/** PostgreSQL compares names case-insensitively, so its locale must map non-ASCII characters. */
function checkCaseMapping({ lowercase }: Settings): CheckResult {
  return lowercase === UPPERCASE.toLowerCase()
    ? passed('case mapping', `${UPPERCASE} → ${lowercase}`)
    : failed('case mapping', `${UPPERCASE} → ${lowercase}`, CREATE_DATABASE);
}

/** With any of these settings off, a power failure can lose acknowledged writes. */
function checkDurability(row: Settings): CheckResult {
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => row[name] === 'off',
  );
  return off.length === 0
    ? passed('durability', `fsync, full_page_writes on; synchronous_commit ${row.synchronous_commit}`)
    : failed(
        'durability',
        `${off.join(', ')} off`,
        `Acknowledged writes can be lost: set ${off.join(', ')} = on.`,
      );
}
