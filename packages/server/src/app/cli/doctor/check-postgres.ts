import type { Config } from '../../../engine/config.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { advice, bad, good, type Finding } from './finding.ts';

type Settings = {
  version: number;
  version_text: string;
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
  data_checksums: string;
  max_connections: number;
  reserved: number;
  encoding: string;
  small: string;
  database: string;
};

/** The settings of PostgreSQL on which our promises rest. The first query also shows whether it can be reached. */
export async function checkPostgres(reader: Reader, config: Config): Promise<Finding[]> {
  const row = await reader.first(
    sql<Settings>`
      select current_setting('server_version_num')::int as version,
             current_setting('server_version') as version_text,
             current_setting('fsync') as fsync,
             current_setting('synchronous_commit') as synchronous_commit,
             current_setting('full_page_writes') as full_page_writes,
             current_setting('data_checksums') as data_checksums,
             current_setting('max_connections')::int as max_connections,
             current_setting('superuser_reserved_connections')::int as reserved,
             pg_encoding_to_char(encoding) as encoding,
             lower(${LARGE}::text) as small,
             current_database() as database
      from pg_database where datname = current_database()`,
  );
  if (row === undefined) throw new Error('PostgreSQL answered nothing.');
  return [
    good('PostgreSQL', `database ${row.database}`),
    checkVersion(row),
    checkEncoding(row),
    checkOutbox(row),
    checkDurability(row),
    row.data_checksums === 'on'
      ? good('data checksums', 'on')
      : advice(
          'data checksums',
          'off',
          'A damaged disk block would go unnoticed: stop PostgreSQL and run pg_checksums --enable.',
        ),
    checkConnections(row, config.database.connections),
  ];
}

const OLDEST = 15;

function checkVersion({ version, version_text: found }: Settings): Finding {
  return version >= OLDEST * 10_000
    ? good('PostgreSQL version', found)
    : bad('PostgreSQL version', found, `Upgrade PostgreSQL to ${OLDEST} or newer.`);
}

function checkEncoding({ encoding }: Settings): Finding {
  return encoding === 'UTF8'
    ? good('encoding', encoding)
    : bad(
        'encoding',
        encoding,
        'Make a new database: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 <name>',
      );
}

const LARGE = 'ÄÉЖ';

/** Names are compared without regard to case, by PostgreSQL. */
function checkOutbox({ small }: Settings): Finding {
  return small === LARGE.toLowerCase()
    ? good('letters', `${LARGE} → ${small}`)
    : bad(
        'letters',
        `${LARGE} → ${small}`,
        'Make a new database: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 <name>',
      );
}

/** An acknowledged write that a power cut can undo is not what we promise. */
function checkDurability(row: Settings): Finding {
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => row[name] === 'off',
  );
  return off.length === 0
    ? good('durability', `fsync, full_page_writes on; synchronous_commit ${row.synchronous_commit}`)
    : bad(
        'durability',
        `${off.join(', ')} off`,
        `Acknowledged writes can be lost: set ${off.join(', ')} = on.`,
      );
}

/** Room for another node's worth of short-lived commands, backups and a user with psql. */
const SPARE = 5;

function checkConnections({ max_connections: max, reserved }: Settings, pool: number): Finding {
  const free = max - reserved;
  const found = `${pool} of ${free}`;
  if (free < pool)
    return bad(
      'connections',
      found,
      `Raise max_connections to at least ${pool + reserved + SPARE}, or lower PARLEY_DATABASE_CONNECTIONS.`,
    );
  if (free < pool + SPARE)
    return advice('connections', found, 'Leave some for backups and for yourself: raise max_connections.');
  return good('connections', found);
}
