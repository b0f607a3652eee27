import type { Client } from 'pg';
import { median } from '../support/figures.ts';
import { rowsOnceCounted, writtenBytes } from '../support/written-bytes.ts';
import { secondsOf, secondsOfFamily } from '../support/processor-time.ts';

/** Cost of one message: median milliseconds and bytes, mean of the rest. */
export type Cost = {
  readonly milliseconds: number;
  readonly serverMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly rows: number;
  readonly bytes: number;
};

export type Watched = {
  readonly client: Client;
  readonly server: number;
  readonly postgres: number;
  /** Table with one row per message. */
  readonly table: string;
};

export async function costOf(
  { client, server, postgres, table }: Watched,
  count: number,
  send: () => Promise<unknown>,
): Promise<Cost> {
  const times: number[] = [];
  const bytes: number[] = [];
  const rowsBefore = await rowsOnceCounted(client, table);
  const [serverStart, postgresStart] = [await secondsOf(server), await secondsOfFamily(postgres)];
  for (let n = 0; n < count; n += 1) {
    const end = await writtenBytes(client);
    const start = performance.now();
    await send();
    times.push(performance.now() - start);
    bytes.push((await writtenBytes(client)) - end);
  }
  const [serverEnd, postgresEnd] = [await secondsOf(server), await secondsOfFamily(postgres)];
  const rowsAfter = await rowsOnceCounted(client, table);
  return {
    milliseconds: median(times),
    serverMicroseconds: ((serverEnd - serverStart) * 1e6) / count,
    postgresMicroseconds: ((postgresEnd - postgresStart) * 1e6) / count,
    rows: (rowsAfter - rowsBefore) / count,
    bytes: median(bytes),
  };
}
