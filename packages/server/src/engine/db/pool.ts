import { Pool as PgPool, type ClientBase, type PoolClient, type QueryResult } from 'pg';
import { traceStatement, traceStatements, type Statement } from '../tracing/statements.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { faultOf, isConnectionFault } from '../faults/fault.ts';
import type { Outage } from '../faults/outage.ts';
import { columnTypes } from './column-types.ts';
import { DatabaseDroppedError, isMissingDatabase } from './errors.ts';
import { ReadMerger } from './merged-reads.ts';
import { readerOn, type Reader } from './sql.ts';
import { watchStatements, type StatementWatch } from './watch-statements.ts';

export type Pool = Reader & {
  connect(): Promise<PoolClient>;
  readonly load: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Knows the statements of merged reads, for all connections. */
  readonly merger: ReadMerger;
  /** The number of queries answered so far. */
  readonly answered: number;
  end(): Promise<void>;
};

/** Confirms every new connection before its first use; connections that are no longer current are closed. */
export type ConnectionGuard = {
  confirm(client: ClientBase): Promise<void>;
  isCurrent(client: ClientBase): boolean;
};

const NO_OUTAGE = { failed: () => {}, ended: () => {} };
const NO_GUARD: ConnectionGuard = { confirm: async () => {}, isCurrent: () => true };

/** Longest time of a statement, unless the operator allows more. */
export const STATEMENT_TIMEOUT_MS = 2_500;
/** PostgreSQL ends a statement before the node gives up its connection. */
const QUERY_GRACE_MS = 500;

/** Every step has a timeout, so that requests fail fast while PostgreSQL is unavailable. */
const timeoutsOf = (statementMs: number): object => ({
  connectionTimeoutMillis: statementMs - QUERY_GRACE_MS,
  query_timeout: statementMs + QUERY_GRACE_MS,
  statement_timeout: statementMs,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 4 * statementMs,
});

/** JIT compilation takes longer than any statement of the server runs. */
const SESSION_OPTIONS = '-c jit=off';

export function createPool(
  options: {
    url: string;
    connections: number;
    applicationName?: string | undefined;
    statementTimeoutMs?: number;
  },
  onIdleError: (error: Error) => void,
  tracing: Tracing = noTracing,
  guard: ConnectionGuard = NO_GUARD,
  outage: Pick<Outage, 'failed' | 'ended'> = NO_OUTAGE,
  watch?: StatementWatch,
): Pool {
  const pool = new PgPool({
    connectionString: options.url,
    max: options.connections,
    application_name: options.applicationName ?? 'parley',
    ...timeoutsOf(options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
    options: SESSION_OPTIONS,
    types: columnTypes,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise; its types do not say so
    onConnect: (client) => guard.confirm(client),
  });
  pool.on('error', onIdleError);
  // Without a listener, the termination of a backend in use would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  if (tracing !== noTracing)
    pool.on('connect', (client) => {
      traceStatements(client, tracing);
    });
  if (watch !== undefined)
    pool.on('connect', (client) => {
      watchStatements(client, watch);
    });
  const connect = connectorOf(pool, guard, outage);
  let answered = 0;
  const countingRunner = {
    query: async (query: QueryConfig) => {
      const result = await traceStatement(tracing, query, () => runOnce(connect, query));
      answered += 1;
      return result;
    },
  };
  return {
    ...readerOn(countingRunner),
    connect,
    merger: new ReadMerger(),
    get load() {
      return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
    },
    get answered() {
      return answered;
    },
    end: () => pool.end(),
  };
}

/** Opens connections of the current epoch, and tells when PostgreSQL is away. */
function connectorOf(
  pool: PgPool,
  guard: ConnectionGuard,
  outage: Pick<Outage, 'failed' | 'ended'>,
): () => Promise<PoolClient> {
  let hasConnected = false;
  return async () => {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        // A database that is being restored is dropped first.
        if (hasConnected && isMissingDatabase(error)) throw new DatabaseDroppedError(error);
        if (isConnectionFault(faultOf(error))) outage.failed(error);
        throw error;
      });
      outage.ended();
      hasConnected = true;
      if (guard.isCurrent(client)) return client;
      client.release(true);
    }
  };
}

type QueryConfig = Extract<Statement, object>;

/** Runs a statement on a connection of the pool. A connection with an error is closed, as by the pool itself. */
async function runOnce(connect: () => Promise<PoolClient>, query: QueryConfig): Promise<QueryResult> {
  const client = await connect();
  return new Promise((resolve, reject) => {
    // With a callback, because the statement has its span already.
    client.query(query, (error: Error | null, result) => {
      client.release(error ?? undefined);
      if (error === null || error === undefined) resolve(result);
      else reject(error);
    });
  });
}
