import type { EventEmitter } from 'node:events';
import type { PoolClient } from 'pg';
import type { ProcessorMeter, ProcessorTime } from '../turns/processor-time.ts';

/** The driver has no other sign that a part of a result arrives. */
type Connected = { readonly connection: { readonly stream: EventEmitter } };

/** Charges each turn that begins with rows to the request that asked for them: parsing, and what it does with them. */
export function chargeResults(client: PoolClient, processor: ProcessorTime): void {
  let asking: ProcessorMeter | undefined;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const noted = (...args: unknown[]): unknown => {
    asking = processor.current();
    processor.takeTurn(asking);
    return query(...args);
  };
  client.query = noted as typeof client.query;
  (client as unknown as Connected).connection.stream.prependListener('data', () => {
    if (asking !== undefined) processor.takeTurn(asking);
  });
}
