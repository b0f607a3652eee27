import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { costMeter, type Costs } from '../support/costs.ts';
import { say, spread, table } from '../support/figures.ts';
import { startLoad, type Load } from '../support/load.ts';
import { makeOrganization } from '../support/organization.ts';
import { untilRead } from '@parley/test-support/until-read.ts';
import type { Reader } from '@parley/server/engine/db/sql.ts';
import type { BenchEnvironment } from '../support/bench-environment.ts';
import { sendRequests } from './requests.ts';

const run = promisify(execFile);
const MAIN = 'packages/server/src/main.ts';
const OWN_CHECKOUT = path.join(import.meta.dirname, '../../..');

type Side = {
  readonly load: Load;
  readonly meter: ReturnType<typeof costMeter>;
  readonly pool: Reader;
  close(): Promise<void>;
};

export type BesideOptions = {
  readonly checkout: string;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
};

/** Compares this checkout with another one. They take turns, so that other load on the machine meets both alike. */
export async function compareSends({ postgres }: BenchEnvironment, options: BesideOptions): Promise<void> {
  const { rounds, seconds } = options;
  const own = await startSide(postgres, OWN_CHECKOUT, options);
  const other = await startSide(postgres, options.checkout, options);
  try {
    const pairs: { own: Costs; other: Costs }[] = [];
    for (let n = 0; n < rounds; n += 1)
      pairs.push({ own: await costOf(own, seconds), other: await costOf(other, seconds) });
    say(`\n${rounds} rounds in turns, processor µs a message: median (smallest–largest)`);
    table(
      ['', 'this checkout', 'the other one', 'ratio'],
      (['server', 'postgres'] as const).map((part) => [
        part,
        spread(pairs.map((pair) => pair.own[part])),
        spread(pairs.map((pair) => pair.other[part])),
        spread(
          pairs.map((pair) => pair.own[part] / pair.other[part]),
          2,
        ),
      ]),
    );
  } finally {
    await own.close();
    await other.close();
  }
}

/** Each side has a database of its own, because the SQL functions of checkouts differ. */
async function startSide(
  postgres: BenchEnvironment['postgres'],
  checkout: string,
  { connections, seconds }: BesideOptions,
): Promise<Side> {
  const ground = await layGround(postgres.url);
  const main = path.resolve(checkout, MAIN);
  await run(process.execPath, [main, 'migrate'], { env: { ...process.env, ...ground.environment } });
  const place = { address: '127.0.0.1', enter: [], main };
  const server: ServerProcess = await startServerProcess(ground.environment, await freePort(), place);
  const organization = await makeOrganization(ground.world, server.url, {
    subdomain: 'beside',
    members: 50,
    channels: 20,
  });
  const load = await startLoad(Number(new URL(server.url).port), sendRequests([organization], connections));
  // Warm-up at once: the server closes connections that stay silent.
  await load.run({ seconds: seconds * 2, turns: 1 });
  await untilRead(ground.world.pool);
  return {
    load,
    pool: ground.world.pool,
    meter: costMeter({ server: server.pid, postgres: postgres.pid(), load: load.pid }),
    close: async () => {
      load.close();
      await server.terminate();
      await ground.clear();
    },
  };
}

async function costOf({ load, meter, pool }: Side, seconds: number): Promise<Costs> {
  const start = await meter();
  const { answered } = await load.run({ seconds });
  await untilRead(pool);
  return start.until(await meter(), answered);
}
