import { fork } from 'node:child_process';
import path from 'node:path';
import type { ServerProcess } from '@parley/test-support/process/server-process.ts';
import type { BenchEnvironment } from '../support/bench-environment.ts';
import { quantile, say } from '../support/figures.ts';
import { kilobytesOfFamily, residentKilobytes } from '../support/memory.ts';
import { secondsOf, secondsOfFamily } from '../support/processor-time.ts';
import type { Report, Someone } from './users-process.ts';

/** Cost of users while they live a part of their day. */
export type Day = {
  readonly requestsPerSecond: number;
  readonly deliveriesPerSecond: number;
  readonly failed: number;
  /** Milliseconds from sending to receipt. */
  readonly p50: number;
  readonly p99: number;
  readonly cores: { readonly node: number; readonly postgres: number; readonly load: number };
  readonly megabytes: { readonly node: number; readonly postgres: number };
};

/** Lets users poll, send, read and report presence for a time, from a process of its own. */
export async function live(
  { postgres }: BenchEnvironment,
  server: ServerProcess,
  users: readonly Someone[],
  seconds: number,
): Promise<Day> {
  const child = fork(path.join(import.meta.dirname, 'users-process.ts'));
  const report = new Promise<Report>((resolve, reject) => {
    child.once('message', (answer) => {
      resolve(answer as Report);
    });
    child.once('error', reject);
  });
  child.send({ port: Number(new URL(server.url).port), users, seconds });
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const read = async (): Promise<number[]> => [
    await secondsOf(server.pid),
    await secondsOfFamily(postgres.pid()),
    await secondsOf(child.pid ?? 0),
  ];
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, (seconds - 1) * 1_000));
  const after = await read();
  const megabytes = {
    node: (await residentKilobytes(server.pid)) / 1024,
    postgres: (await kilobytesOfFamily(postgres.pid())) / 1024,
  };
  const { requests, failed, problem, deliveries, latencies } = await report;
  if (problem !== '') say(`  the first failure: ${problem}`);
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
  say(
    `  ${Object.entries(requests)
      .map(([name, count]) => `${name} ${((100 * count) / total).toFixed(1)} %`)
      .join(', ')}`,
  );
  const [node = 0, ofPostgres = 0, load = 0] = after.map(
    (value, n) => (value - (before[n] ?? 0)) / (seconds - 1),
  );
  return {
    requestsPerSecond: total / seconds,
    deliveriesPerSecond: deliveries / seconds,
    failed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cores: { node, postgres: ofPostgres, load },
    megabytes,
  };
}

/** As the process of the users has it. */
export const WARM_UP_MS = 5_000;
