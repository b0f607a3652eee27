import { fetchedState } from '@parley/contract/endpoints/queues.ts';
import { costMeter } from '../support/costs.ts';
import { quantile, table } from '../support/figures.ts';
import { repeatRequest } from './repeat-request.ts';
import { registerRequest } from './register.ts';

type Asked = {
  readonly port: number;
  readonly crowd: readonly string[];
  readonly pids: { readonly server: number; readonly postgres: number };
  readonly seconds: number;
};

/** Cost of each part of the state: a registration for that part alone, minus an empty registration. */
export async function profile({ port, crowd, pids, seconds }: Asked): Promise<void> {
  const meter = costMeter({ ...pids, load: process.pid });
  const costOf = async (types: readonly string[]): Promise<number[]> => {
    const requests = crowd.slice(0, 50).map((headers) => registerRequest(headers, types));
    const start = await meter();
    const { answered, bytes, times } = await repeatRequest(port, requests, {
      connections: 1,
      seconds: seconds / 4,
    });
    const { server: node, postgres } = start.until(await meter(), answered);
    return [quantile(times, 0.5), node / 1_000, postgres / 1_000, bytes / 1_000];
  };
  const nothing = await costOf([]);
  const rows: [string, number[]][] = [];
  for (const type of Object.keys(fetchedState)) {
    const types = type === 'update_message_flags' ? [type, 'message'] : [type];
    rows.push([type, (await costOf(types)).map((value, n) => value - (nothing[n] ?? 0))]);
  }
  table(
    ['part', 'ms', 'node ms', 'PostgreSQL ms', 'kB'],
    [
      ['nothing', nothing.map((value) => value.toFixed(1))] as const,
      ...rows
        .toSorted(([, a], [, b]) => (b[0] ?? 0) - (a[0] ?? 0))
        .map(([name, values]) => [name, values.map((value) => value.toFixed(1))] as const),
    ].map(([name, values]) => [name, ...values]),
  );
}
