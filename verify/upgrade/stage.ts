import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/test-support/free-port.ts';
import { startOwnNats } from '@parley/test-support/own-nats.ts';
import { startOwnPostgres } from '@parley/test-support/own-postgres.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { startBalancer } from '../cluster/balancer.ts';
import type { Checkout } from './checkout.ts';

const run = promisify(execFile);

/** A place behind the balancer at which nodes of both versions run in turn. */
export type Slot = { readonly port: number; process: ServerProcess | undefined };

export type Stage = {
  /** Address of the balancer. */
  readonly url: string;
  readonly directory: string;
  readonly slots: readonly Slot[];
  /** Runs a command of a version to its end and returns its output. */
  parley(version: Checkout, ...args: string[]): Promise<string>;
  start(slot: Slot, version: Checkout): Promise<void>;
  /** Starts the balancer, once every slot has a node. */
  balance(): Promise<void>;
  stop(): Promise<void>;
};

/** Slightly longer than the balancer's health-check interval of one second. */
const DRAIN_SECONDS = '1.5';

/** PostgreSQL and NATS of the check's own, and room for nodes. */
export async function openStage(nodes: number): Promise<Stage> {
  const ends: (() => Promise<unknown>)[] = [];
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-upgrade-'));
  ends.push(() => rm(directory, { recursive: true, force: true }));
  const postgres = await startOwnPostgres();
  ends.push(() => postgres.remove());
  const nats = await startOwnNats();
  ends.push(() => nats.kill());
  const environment = {
    PARLEY_DATABASE_URL: postgres.url,
    PARLEY_NATS_URL: nats.url,
    PARLEY_SECRET: 'a secret for two releases, long enough',
    PARLEY_EXTERNAL_HOST: 'parley.test',
    PARLEY_URL_SCHEME: 'http',
    PARLEY_RATE_LIMITS: 'false',
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_FILES: path.join(directory, 'files'),
    PARLEY_TRUSTED_PROXIES: '127.0.0.1',
    PARLEY_DRAIN_SECONDS: DRAIN_SECONDS,
    PARLEY_WEB: 'off',
  };
  const slots: Slot[] = [];
  for (let n = 0; n < nodes; n += 1) slots.push({ port: await freePort(), process: undefined });
  ends.push(() => Promise.all(slots.map(async (slot) => slot.process?.kill())));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    directory,
    slots,
    parley: async ({ main }, ...args) => {
      const { stdout } = await run(process.execPath, [main, ...args], {
        env: { ...process.env, ...environment },
      });
      return stdout;
    },
    start: async (slot, { main }) => {
      const place = { address: '127.0.0.1', enter: [], main };
      slot.process = await startServerProcess(environment, slot.port, place);
    },
    balance: async () => {
      const places = slots.map((slot) => ({ address: '127.0.0.1', port: slot.port }));
      const balancer = await startBalancer(directory, port, places, 'parley.test');
      ends.push(() => balancer.end('SIGKILL'));
    },
    stop: async () => {
      for (const end of ends.splice(0).toReversed()) await end().catch(() => {});
    },
  };
}
