import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand, type Running } from '@parley/test-support/command.ts';
import { residentMiB } from '@parley/test-support/flood.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { mainThreadMs } from './thread-time.ts';

/** Memory of the attacked node. */
const HEAP_MIB = 1024;
const MAX_RESIDENT_MIB = 1024;
/** Connections that one address may open; the default is for offices behind one address. */
export const MAX_CONNECTIONS = 200;

/** The node that is attacked: a process of its own, which is started again if an attack ends it. */
export type NodeProcess = {
  readonly url: string;
  /** A fault of the process itself: it ended or it holds too much memory. */
  fault(): string | undefined;
  /** Processor time of the main thread so far. */
  threadMs(): number;
  /** Memory that the process holds. */
  residentMiB(): number;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startNode(environment: Readonly<Record<string, string>>): Promise<NodeProcess> {
  const files = await mkdtemp(path.join(tmpdir(), 'parley-attack-'));
  const web = await mkdtemp(path.join(tmpdir(), 'parley-attack-web-'));
  await writeWebClient(web);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const start = async (): Promise<Running> => {
    const started = startCommand(['serve'], {
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
      PARLEY_LISTEN_ADDRESS: '127.0.0.1',
      PARLEY_PORT: port,
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_FILES: files,
      PARLEY_WEB_DIRECTORY: web,
      PARLEY_CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS),
      ...environment,
    });
    while (!(await isHealthy(url))) {
      if (started.child.exitCode !== null) throw new Error(`The node ended: ${(await started.ended).err}`);
      await pause(50);
    }
    return started;
  };
  const end = async ({ child, ended }: Running): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  let running = await start();
  return {
    url,
    fault: () => {
      const { exitCode, signalCode, pid } = running.child;
      if (exitCode !== null || signalCode !== null) return `the node ended (${exitCode ?? signalCode})`;
      const resident = residentMiB(pid ?? 0);
      return resident > MAX_RESIDENT_MIB ? `the node holds ${resident.toFixed(0)} MiB` : undefined;
    },
    threadMs: () => mainThreadMs(running.child.pid ?? 0),
    residentMiB: () => residentMiB(running.child.pid ?? 0),
    restart: async () => {
      await end(running);
      running = await start();
    },
    stop: async () => {
      await end(running);
      for (const directory of [files, web]) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A file of the web client that is stored packed, as large ones are. */
export const ASSET_PATH = '/assets/page.js';

/** The attacked node has a web client of one page and one asset: the real one need not be built. */
async function writeWebClient(directory: string): Promise<void> {
  const asset = path.join(directory, ASSET_PATH);
  const content = Buffer.from('export {};\n'.repeat(1_000));
  await mkdir(path.dirname(asset), { recursive: true });
  await writeFile(path.join(directory, 'index.html'), `<script src="${ASSET_PATH}"></script>`);
  await writeFile(asset, content);
  await writeFile(`${asset}.br`, brotliCompressSync(content));
  await writeFile(`${asset}.gz`, gzipSync(content));
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
