import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { basicOf, type Account } from '../client.ts';
import type { NodeProcess } from '../node-process.ts';
import { openStage } from '../stage.ts';
import { grownOrganization, growths } from './growths.ts';

/** Bounds of one read: found messages have 16 MiB of text, and a second time with what was found. */
const MAX_RESPONSE_MIB = 36;
const MAX_THREAD_MS = 400;
/** A search reads the texts of all candidates, in many turns of the event loop. */
const MAX_SEARCH_MS = 5_000;
/** A read with a fault is repeated: the machine or a job of the node may be the cause of one. */
const MAX_ATTEMPTS = 3;
/** Bounds of four reads at once, two of which are given up. */
const MAX_GROWTH_MIB = 300;
/** Work of the node in a second after its callers have left. */
const MAX_LATE_MS = 150;
const LATE_AFTER_MS = 500;
const CALLERS = 4;
const TIMEOUT_MS = 60_000;
const MIB = 1024 * 1024;

export type GrownRead = {
  readonly name: string;
  readonly read: string;
  readonly status: number;
  readonly mib: number;
  /** Processor time of the main thread for one read alone, for four at once, and afterwards. */
  readonly threadMs: number;
  readonly togetherMs: number;
  readonly lateMs: number;
  readonly growthMib: number;
  readonly faults: readonly string[];
};

/** The result for an object that could not be grown. */
const NOT_READ = { read: '', status: 0, mib: 0, threadMs: 0, togetherMs: 0, lateMs: 0, growthMib: 0 };

/** Grows each object and reads it: alone, and by four callers at once of whom two leave half-way. */
export async function runGrown(
  only: string,
  report: (read: GrownRead) => void,
): Promise<readonly GrownRead[]> {
  const opened = await openStage({ environment: { PARLEY_RATE_LIMITS: 'false' }, attack: '' });
  const results: GrownRead[] = [];
  try {
    const stage = opened.stageOf(0);
    const owner = await grownOrganization(stage);
    // The node has not seen how the rows of users came.
    await opened.node.restart();
    const take = (result: GrownRead): void => {
      results.push(result);
      report(result);
    };
    for (const { name, grow } of growths.filter((growth) => growth.name.includes(only))) {
      const reads = await grow(stage, owner).catch((error: unknown) => String(error));
      if (typeof reads === 'string') take({ ...NOT_READ, name, faults: [reads] });
      else for (const read of reads) take(await readGrown(opened.node, owner, name, read));
      if (opened.node.fault() !== undefined) await opened.node.restart();
    }
    return results;
  } finally {
    await opened.close();
  }
}

async function readGrown(node: NodeProcess, as: Account, name: string, read: string): Promise<GrownRead> {
  let result = await readOnce(node, as, name, read);
  for (let n = 1; n < MAX_ATTEMPTS && result.faults.length > 0 && node.fault() === undefined; n += 1)
    result = await readOnce(node, as, name, read);
  return result;
}

async function readOnce(node: NodeProcess, as: Account, name: string, read: string): Promise<GrownRead> {
  // The first read fills caches.
  await fetchGrown(node.url, as, read, false);
  const before = node.threadMs();
  const { status, bytes } = await fetchGrown(node.url, as, read, false);
  const threadMs = node.threadMs() - before;
  const [memory, begun] = [node.residentMiB(), node.threadMs()];
  await Promise.all(
    Array.from({ length: CALLERS }, (_, n) => fetchGrown(node.url, as, read, n % 2 === 1, bytes / 2)),
  );
  const togetherMs = node.threadMs() - begun;
  const growthMib = node.residentMiB() - memory;
  await pause(LATE_AFTER_MS);
  const left = node.threadMs();
  await pause(1_000);
  const lateMs = node.threadMs() - left;
  const mib = bytes / MIB;
  const faults = [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(mib > MAX_RESPONSE_MIB ? [`${mib.toFixed(1)} MiB`] : []),
    ...(threadMs > (read.includes('search') ? MAX_SEARCH_MS : MAX_THREAD_MS)
      ? [`${threadMs.toFixed(0)} ms of the main thread`]
      : []),
    ...(lateMs > MAX_LATE_MS ? [`${lateMs.toFixed(0)} ms after the callers left`] : []),
    ...(growthMib > MAX_GROWTH_MIB ? [`${growthMib.toFixed(0)} MiB more memory`] : []),
    ...[node.fault() ?? []].flat(),
  ];
  return { name, read, status, mib, threadMs, togetherMs, lateMs, growthMib, faults };
}

/** Reads a path, such as `/api/v1/users` or `POST /api/v1/register`; a caller that leaves reads the first part only. */
function fetchGrown(
  url: string,
  as: Account,
  read: string,
  isLeaving: boolean,
  half = 0,
): Promise<{ status: number; bytes: number }> {
  const [method, path] = read.startsWith('POST ') ? ['POST', read.slice('POST '.length)] : ['GET', read];
  return new Promise((resolve) => {
    let [status, bytes] = [0, 0];
    const done = (): void => {
      resolve({ status, bytes });
    };
    const headers = { host: as.host, authorization: basicOf(as), 'content-length': '0' };
    const sent = request(new URL(url), { agent: false, method, path, headers });
    sent.on('error', done);
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
    sent.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (isLeaving && bytes >= half) sent.destroy();
      });
      response.on('error', done).on('close', done);
    });
    sent.end();
  });
}
