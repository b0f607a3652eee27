import { DatabaseError } from 'pg';

/** SQLSTATEs that mean "PostgreSQL is unavailable or overloaded", not "the statement is wrong". */
const UNAVAILABLE_CODES = /^(08|53|57P|58|XX|25006|25P03|55P03|57014|40001|40P01)/;
const UNAVAILABLE_MESSAGES =
  /timeout|terminated|ECONN|EPIPE|Connection|ENOENT|not queryable|ended|closed|reset|starting up|shutting down/i;

const UNREACHABLE_CODES = /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/;

/** A database that refuses connections uses the code of statement errors, so its routine is compared too. */
const CONNECTIONS_REFUSED = { code: '55000', routine: 'CheckMyDatabase' };

/** The PostgreSQL process of a connection, and the monotonic time of its last statement. */
export type Backend = { readonly pid: number; readonly since: number };

/** The connection ended during a commit; whether the commit happened is unknown. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly backend: Backend;
  constructor(backend: Backend, cause: unknown) {
    super('The connection was lost during a commit.', { cause });
    this.backend = backend;
  }
}

/** The database existed before, and will probably exist again. */
export class DatabaseDroppedError extends Error {
  override readonly name = 'DatabaseDroppedError';
  constructor(cause: unknown) {
    super('The database was dropped.', { cause });
  }
}

/** True if the database of the connection does not exist. */
export function isMissingDatabase(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '3D000';
}

/** True if PostgreSQL is unavailable or overloaded, so a later retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLostError || error instanceof DatabaseDroppedError) return true;
  if (error instanceof DatabaseError)
    return (
      UNAVAILABLE_CODES.test(error.code ?? '') ||
      (error.code === CONNECTIONS_REFUSED.code && error.routine === CONNECTIONS_REFUSED.routine)
    );
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return UNREACHABLE_CODES.test(error.code) || isMissingSocket(error);
  return error instanceof Error && error.constructor === Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** The Unix socket of PostgreSQL is missing; a missing file has the same code. */
function isMissingSocket(error: Error): boolean {
  return 'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}

/** True if the named unique constraint or index rejected a row. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** True for a lock timeout or a deadlock: nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

/** True if a write was based on an outdated version: nothing was written, and the caller must retry with current data. */
export function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === 'PL001' || error.code === 'PL002');
}

/** True if a repeatable-read transaction conflicts with a concurrent change. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '40001';
}
