import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import { PROGRAM } from '@parley/test-support/program.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import { highWaterKilobytes } from '../bench/support/memory.ts';
import { secondsOf } from '../bench/support/processor-time.ts';

export type ImportFigures = {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly megabytes: number;
  /** Numbers of the report, by kind. */
  readonly taken: Readonly<Record<string, number>>;
};

const LOOK_MS = 100;

/** Runs `parley import` as a process of its own; killed, it returns nothing. */
export async function importWith(
  server: TestServer,
  source: ImportSource,
  file: string,
  killWhen: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<ImportFigures | undefined> {
  const { config } = server.server.world;
  const begun = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'import', source, file, '--realm', 'root', '--json'], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      PARLEY_DATABASE_URL: server.databaseUrl,
      PARLEY_SECRET: config.secret,
      PARLEY_EXTERNAL_HOST: config.hosts.external,
      PARLEY_FILES: config.files.directory,
      PARLEY_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let [processorSeconds, kilobytes, isKilled] = [0, 0, false];
  const pid = child.pid ?? 0;
  const look = async (): Promise<void> => {
    processorSeconds = Math.max(processorSeconds, await secondsOf(pid).catch(() => 0));
    kilobytes = Math.max(kilobytes, await highWaterKilobytes(pid).catch(() => 0));
    if (!isKilled && (await killWhen())) {
      isKilled = true;
      child.kill('SIGKILL');
    }
  };
  while (child.exitCode === null && child.signalCode === null) {
    await look();
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
  const [code] = await ended;
  if (isKilled) return undefined;
  if (code !== 0) throw new Error(`parley import ended with ${code}: ${Buffer.concat(errors).toString()}`);
  const rows = JSON.parse(Buffer.concat(out).toString()) as { what: string; taken: number }[];
  return {
    seconds: (performance.now() - begun) / 1000,
    processorSeconds,
    megabytes: kilobytes / 1024,
    taken: Object.fromEntries(rows.filter(({ taken }) => taken > 0).map(({ what, taken }) => [what, taken])),
  };
}
