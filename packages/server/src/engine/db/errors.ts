import { DatabaseError } from 'pg';

/** SQLSTATE classes that mean "PostgreSQL is away or overloaded", not "the statement is wrong". */
const AWAY = /^(08|53|57P|58|XX|25006|25P03|55P03|57014|40001|40P01)/;
const AWAY_WITHOUT_CODE =
  /timeout|terminated|ECONN|EPIPE|Connection|ENOENT|not queryable|ended|closed|reset|starting up|shutting down/i;

/** A database that lets nobody in says so with a code that statements get for mistakes; only connecting is refused here. */
const CLOSED = { code: '55000', routine: 'CheckMyDatabase' };

/** The process of PostgreSQL that serves a connection, and when it was last asked. */
export type Backend = { readonly pid: number; readonly since: number };

/** A connection ended while it committed: whether it did is not known. */
export class ConnectionLostError extends Error {
  readonly backend: Backend;
  constructor(backend: Backend, cause: unknown) {
    super('The connection was lost during a commit.', { cause });
    this.backend = backend;
  }
}

/** True when repeating the request later may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  if (error instanceof DatabaseError)
    return AWAY.test(error.code ?? '') || (error.code === CLOSED.code && error.routine === CLOSED.routine);
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EAI_AGAIN)/.test(error.code);
  return error instanceof Error && error.constructor === Error && AWAY_WITHOUT_CODE.test(error.message);
}

/** True when the named unique constraint or index refused a row. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** True when others held what a transaction needed, for too long or the wrong way round: nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

/** True when a message was judged by what is no longer true: nothing was written, and it has to be judged anew. */
export function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === 'PL001' || error.code === 'PL002');
}

/** True when something changed that a transaction with one view of the database had to hold on to. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '40001';
}
