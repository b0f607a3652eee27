import type { PoolClient } from 'pg';
import type { Outage } from '../faults/outage.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createEpochs, type Epoch } from './epoch.ts';
import { epochStore } from './epoch-store.ts';
import { createPool, type Pool } from './pool.ts';
import type { StatementWatch } from './watch-statements.ts';

/** The epoch of the database to which the memory of this node belongs. */
export type DatabaseEpoch = {
  readonly token: () => string | undefined;
  /** Compares the database with the memory of this node; concurrent calls share one query. */
  readonly confirm: () => Promise<void>;
  /** Begins a new epoch on request. */
  begin(reason: string): Promise<Epoch>;
  /** Remembers a head that was read from the database, which must not go below it. */
  readonly note: (realmId: number, head: number) => void;
  /** Calls the listener when a new epoch has begun, before anything is read in it. */
  readonly onChange: (listener: (epoch: Epoch) => void) => void;
};

/** Two pools whose connections all belong to the current epoch of the database. */
export function createGuardedPool(
  options: {
    url: string;
    connections: number;
    expensiveConnections: number;
    applicationName?: string | undefined;
    statementTimeoutMs: number;
  },
  onIdleError: (error: Error) => void,
  tracing: Tracing,
  onEpoch: (epoch: Epoch, reason: string) => void,
  outage?: Outage,
  watch?: StatementWatch,
): { pool: Pool; expensivePool: Pool; epoch: DatabaseEpoch } {
  const epochs = createEpochs(epochStore, onEpoch);
  const pool = createPool(options, onIdleError, tracing, epochs, outage, watch);
  const expensivePool = createPool(
    { ...options, connections: options.expensiveConnections },
    onIdleError,
    tracing,
    epochs,
    outage,
    watch,
  );
  let confirming: Promise<void> | undefined;

  const withConnection = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      broken = error instanceof Error ? error : new Error('The epoch could not be confirmed.');
      throw error;
    } finally {
      client.release(broken);
    }
  };

  return {
    pool,
    expensivePool,
    epoch: {
      token: () => epochs.current?.token,
      confirm: () =>
        (confirming ??= withConnection(epochs.confirm).finally(() => {
          confirming = undefined;
        })),
      begin: (reason) => withConnection((client) => epochs.begin(client, reason)),
      note: epochs.note,
      onChange: epochs.onChange,
    },
  };
}
