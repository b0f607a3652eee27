import { DatabaseError } from 'pg';
import { ConfigError } from '../../engine/config.ts';
import { isUnavailable } from '../../engine/db/errors.ts';
import { ApiError } from '../../engine/api-error.ts';

/** What an operator cannot have known: said in one sentence, with what to do. */
export class CommandError extends Error {}

/** An error as the user at the terminal needs it: what is wrong and what to do. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return `${error.message}\nSet these in the environment, or name a file of them: parley --env FILE …`;
  if (error instanceof CommandError || error instanceof ApiError) return error.message;
  if (error instanceof DatabaseError)
    return `${BY_STATE[error.code ?? ''] ?? 'PostgreSQL refuses.'} (PostgreSQL: ${error.message})`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code in BY_CODE) return `${BY_CODE[code]} (${reasonOf(error)})`;
  if (isUnavailable(error))
    return `PostgreSQL cannot be reached (${reasonOf(error)}). Is it running, and does PARLEY_DATABASE_URL point to it?`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const BY_STATE: Readonly<Record<string, string>> = {
  '3D000':
    'The database does not exist. Make it with: createdb --encoding=UTF8 --template=template0 <name>, or correct PARLEY_DATABASE_URL.',
  '28P01': 'PostgreSQL refuses the password. Correct it in PARLEY_DATABASE_URL.',
  '28000': 'PostgreSQL does not let this user in. Correct the user in PARLEY_DATABASE_URL, or pg_hba.conf.',
  '42P01': 'The tables are missing or too old. Run: parley migrate',
  '42703': 'The tables are missing or too old. Run: parley migrate',
  '42501': 'The database user may not do this. Make it the owner of the database.',
};

const BY_CODE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this address. End that one, or choose another PARLEY_PORT.',
  EACCES: 'This is not permitted. Ports below 1024 need a proxy in front: choose a PARLEY_PORT above.',
  EADDRNOTAVAIL: 'This machine has no such address. Correct PARLEY_LISTEN_ADDRESS.',
};

/** A connection that fails on every address of a host has its reasons inside. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
