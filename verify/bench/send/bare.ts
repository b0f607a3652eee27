import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);
const DATABASE = 'bare';
const EVENT_BYTES = 1_000;

/** Bare PostgreSQL: one message per transaction, by pgbench. */
export type Bare = {
  /** Messages per second. */
  rate(options: { organizations: number; clients: number; seconds: number }): Promise<number>;
  remove(): Promise<void>;
};

export async function prepareBare(serverUrl: string): Promise<Bare> {
  const onServer = new Client({ connectionString: serverUrl });
  await onServer.connect();
  await onServer.query(`create database ${DATABASE}`);
  await onServer.end();
  const url = new URL(serverUrl);
  url.pathname = `/${DATABASE}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(await readFile(path.join(import.meta.dirname, 'bare.sql'), 'utf8'));
  await client.end();
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const script = path.join(directory, 'post.sql');
  await writeFile(
    script,
    `\\set organization random(1, :organizations)
\\set channel random(1, 20)
\\set sender random(1, 50)
select post(:organization, :channel, 'topic', :sender, 'I will have a look after lunch', '${'x'.repeat(EVENT_BYTES)}');
`,
  );
  return {
    rate: async ({ organizations, clients, seconds }) => {
      const { stdout } = await run('pgbench', [
        '--no-vacuum',
        '--protocol=prepared',
        `--file=${script}`,
        `--define=organizations=${organizations}`,
        `--client=${clients}`,
        `--jobs=${Math.min(clients, 2)}`,
        `--time=${seconds}`,
        url.href,
      ]);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
    },
    remove: () => rm(directory, { recursive: true }),
  };
}
