import { DatabaseError } from 'pg';
import { ConfigError } from '../../engine/config-error.ts';
import { MoveError } from '../cells/sides.ts';
import { ListenError, listenHelp, SERVER_SETTINGS } from '../../engine/listen-error.ts';
import { isUnavailable } from '../../engine/db/errors.ts';
import { MigrationError } from '../../engine/migrations/migration-error.ts';
import { SecretError } from '../../engine/secrets/sealing-keys.ts';
import { ApiError } from '../../engine/api-error.ts';

/** An error of the operator: the message says what is wrong and what to do, and is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Describes an error to the operator: what is wrong and what to do. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return `${error.message}\nSet these variables in the environment, or in a file: parley --env FILE …`;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return reasonOf(error);
  if (error instanceof DatabaseError)
    return `${HELP_BY_SQLSTATE[error.code ?? ''] ?? 'PostgreSQL reported an error.'} (PostgreSQL: ${error.message})`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const help = listenHelp(code, error instanceof ListenError ? error.settings : SERVER_SETTINGS);
  if (help !== undefined) return `${help} (${reasonOf(error)})`;
  if (isUnavailable(error))
    return `PostgreSQL cannot be reached (${reasonOf(error)}). Is it running, and does PARLEY_DATABASE_URL point to it?`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const OPERATOR_ERRORS = [CommandError, MoveError, MigrationError, SecretError, ApiError];

const HELP_BY_SQLSTATE: Readonly<Record<string, string>> = {
  '3D000':
    'The database does not exist. Create it with: createdb --owner=USER --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME, or correct PARLEY_DATABASE_URL.',
  '28P01': 'PostgreSQL rejects the password. Correct it in PARLEY_DATABASE_URL.',
  '28000': 'PostgreSQL rejects the user. Correct the user in PARLEY_DATABASE_URL, or pg_hba.conf.',
  '42P01': 'The tables are missing or too old. Run: parley migrate',
  '42703': 'The tables are missing or too old. Run: parley migrate',
  '53100': 'The disk of PostgreSQL is full. Enlarge it, or delete what does not belong there.',
  '53300':
    'PostgreSQL has no connection left. Raise max_connections, or lower PARLEY_DATABASE_CONNECTIONS of the nodes.',
  '25006':
    'PostgreSQL is read-only. Set PARLEY_DATABASE_URL to the primary, or turn default_transaction_read_only off.',
  XX001: 'PostgreSQL found damaged data. Restore a backup on another disk.',
  '42501':
    'The database user lacks a privilege. It must own the database and its tables: createdb --owner=USER, or reassign owned by …',
};

/** Unpacks the AggregateError of a connection that failed on every address of a host. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
