import type { EventEmitter } from 'node:events';
import type { PoolClient } from 'pg';
import type { Clock } from '../clock.ts';
import type { ProcessorTime } from '../turns/processor-time.ts';
import { currentWork, type Work } from '../work/current-work.ts';

/** The driver has no other sign that a part of a result, or an error, arrives. */
type Connected = { readonly connection: EventEmitter & { readonly stream: EventEmitter } };

/** Parts that learn of the statements of a connection. */
export type StatementWatch = {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Undefined where nothing is limited. */
  readonly processor: ProcessorTime | undefined;
  /** An error that PostgreSQL reports, by its SQLSTATE. */
  readonly onError: (sqlstate: string) => void;
};

/**
 * Counts statements and their time for the work that asked for them, and charges each turn that begins with rows to it:
 * parsing, and what it does with them.
 */
export function watchStatements(client: PoolClient, { clock, processor, onError }: StatementWatch): void {
  const { connection } = client as unknown as Connected;
  let asking: Work | undefined;
  let since = 0;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const noted = (...args: unknown[]): unknown => {
    asking = currentWork();
    if (asking !== undefined) {
      asking.statements += 1;
      since = clock.monotonic();
      processor?.takeTurn(asking.meter);
    }
    return query(...args);
  };
  client.query = noted as typeof client.query;
  connection.stream.prependListener('data', () => {
    if (asking === undefined) return;
    const now = clock.monotonic();
    asking.databaseMs += now - since;
    since = now;
    if (asking.meter !== undefined) processor?.takeTurn(asking.meter);
  });
  connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
    if (code !== undefined) onError(code);
  });
}
