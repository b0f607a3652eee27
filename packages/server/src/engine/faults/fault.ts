import { DatabaseError } from 'pg';
import { isOutdated, isUnavailable } from '../db/errors.ts';
import { codeOf, StoreUnavailableError } from '../files/errors.ts';

/** A failure of a part that the node depends on: no caller caused it, and an operator can end it. */
export type Fault = {
  readonly source: FaultSource;
  readonly kind: string;
  /** `fatal`: data cannot be stored or read. `error`: requests fail. `warn`: single requests fail, and retries succeed. */
  readonly level: FaultLevel;
  readonly text: string;
};

export type FaultSource = 'database' | 'files';
export type FaultLevel = 'fatal' | 'error' | 'warn';

function kindsOf<Kind extends string>(
  source: FaultSource,
  table: Readonly<Record<Kind, readonly [FaultLevel, string]>>,
): Readonly<Record<Kind, Fault>> {
  const entries = Object.entries<readonly [FaultLevel, string]>(table);
  return Object.fromEntries(
    entries.map(([kind, [level, text]]) => [kind, { source, kind, level, text }]),
  ) as Record<Kind, Fault>;
}

const DATABASE = kindsOf('database', {
  disk_full: ['fatal', 'the disk of PostgreSQL is full'],
  io_error: ['fatal', 'PostgreSQL cannot read or write its files'],
  corruption: ['fatal', 'PostgreSQL found damaged data'],
  read_only: ['fatal', 'PostgreSQL is read-only'],
  connections: ['error', 'PostgreSQL has no connection left'],
  resources: ['error', 'PostgreSQL lacks memory or another resource'],
  internal: ['error', 'PostgreSQL reported an internal error'],
  connection: ['warn', 'connections to PostgreSQL were lost'],
  timeout: ['warn', 'PostgreSQL did not answer in time'],
  conflict: ['warn', 'transactions waited for each other too long'],
});

const FILES = kindsOf('files', {
  disk_full: ['fatal', 'the disk of files is full'],
  io_error: ['fatal', 'files cannot be read or written'],
  read_only: ['fatal', 'the directory of files is read-only'],
  missing: ['fatal', 'the directory or bucket of files is missing'],
  denied: ['fatal', 'access to the directory or bucket of files is denied'],
  handles: ['error', 'the process has no file handle left'],
  unreachable: ['error', 'the object store is unavailable'],
});

/** Faults of every kind, for lists. */
export const FAULTS: readonly Fault[] = [...Object.values(DATABASE), ...Object.values(FILES)];

/** The fault behind an error; undefined if the error is unexpected. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof StoreUnavailableError) return fileFaultOf(error.cause);
  if (error instanceof AggregateError) return error.errors.map(faultOf).find((fault) => fault !== undefined);
  if (isOutdated(error)) return DATABASE.conflict;
  if (!isUnavailable(error)) return undefined;
  if (error instanceof DatabaseError) return DATABASE[databaseKindOf(error.code ?? '')];
  return error instanceof Error && TIMEOUT_MESSAGES.has(error.message)
    ? DATABASE.timeout
    : DATABASE.connection;
}

/** True if PostgreSQL cannot be reached at all, or the connection to it was lost. */
export function isConnectionFault(fault: Fault | undefined): boolean {
  return fault === DATABASE.connection;
}

/** Errors of the driver: no connection of the pool was free in time, or a statement took too long. */
const TIMEOUT_MESSAGES = new Set(['timeout exceeded when trying to connect', 'Query read timeout']);

/** SQLSTATEs and classes of them; the first prefix that matches decides. */
const KINDS_BY_SQLSTATE = [
  ['53100', 'disk_full'],
  ['53300', 'connections'],
  ['53', 'resources'],
  ['58', 'io_error'],
  ['XX001', 'corruption'],
  ['XX002', 'corruption'],
  ['XX', 'internal'],
  ['25006', 'read_only'],
  ['57014', 'timeout'],
  ['25P03', 'timeout'],
  ['55P03', 'conflict'],
  ['40', 'conflict'],
] as const;

function databaseKindOf(code: string): keyof typeof DATABASE {
  return KINDS_BY_SQLSTATE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'connection';
}

const FILE_KINDS_BY_ERRNO: Readonly<Record<string, keyof typeof FILES>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EIO: 'io_error',
  EMFILE: 'handles',
  ENFILE: 'handles',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
};

/** Errors of the object store have names instead of error numbers. */
const FILE_KINDS_BY_NAME: Readonly<Record<string, keyof typeof FILES>> = {
  NoSuchBucket: 'missing',
  AccessDenied: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  RequestTimeTooSkewed: 'denied',
};

function fileFaultOf(cause: unknown): Fault {
  const byErrno = FILE_KINDS_BY_ERRNO[String(codeOf(cause))];
  const byName = cause instanceof Error ? FILE_KINDS_BY_NAME[cause.name] : undefined;
  return FILES[byErrno ?? byName ?? 'unreachable'];
}
