import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { PRIVATE_FILE_MODE } from '../../../engine/files/private.ts';
import type { ImportedMessage } from './form.ts';
import { readLines } from '../lines.ts';

/** Bytes of messages in memory before they are written as a sorted run. */
const RUN_BYTES = 16 * 1024 * 1024;
/** A message with all its reactions, as JSON. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Messages by time, then by the order that their source gives them, then as they were read. */
export type MessageSorter = {
  add(message: ImportedMessage): Promise<void>;
  /** All messages in order; once. */
  sorted(): AsyncGenerator<ImportedMessage>;
  dispose(): Promise<void>;
};

type Entry = { readonly at: number; readonly order: string; readonly n: number; readonly line: string };

/** Sorts any number of messages with runs on the disk. */
export async function createSorter(directory: string, runBytes = RUN_BYTES): Promise<MessageSorter> {
  const home = await mkdtemp(path.join(directory, 'sort-'));
  const runs: string[] = [];
  let entries: Entry[] = [];
  let bytes = 0;
  let count = 0;
  const writeRun = async (): Promise<void> => {
    const file = path.join(home, String(runs.length));
    const sink = createWriteStream(file, { mode: PRIVATE_FILE_MODE });
    for (const { n, line } of entries.toSorted(compare))
      if (!sink.write(`${n} ${line}\n`))
        await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
    sink.end();
    await finished(sink);
    runs.push(file);
    entries = [];
    bytes = 0;
  };
  return {
    add: async (message) => {
      const line = JSON.stringify(message);
      if (line.length > MAX_MESSAGE_BYTES)
        throw new Error(`Message ${message.key.slice(0, 80)} is longer than any message.`);
      entries.push({ at: message.at, order: message.order ?? '', n: count, line });
      count += 1;
      bytes += line.length;
      if (bytes > runBytes) await writeRun();
    },
    sorted: async function* () {
      if (runs.length === 0) {
        for (const { line } of entries.toSorted(compare)) yield JSON.parse(line) as ImportedMessage;
        return;
      }
      if (entries.length > 0) await writeRun();
      yield* merge(runs.map((file) => entriesOf(file)));
    },
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}

function compare(a: Omit<Entry, 'line'>, b: Omit<Entry, 'line'>): number {
  return a.at - b.at || (a.order < b.order ? -1 : a.order > b.order ? 1 : a.n - b.n);
}

type Head = Omit<Entry, 'line'> & { readonly message: ImportedMessage };

async function* entriesOf(file: string): AsyncGenerator<Head> {
  for await (const line of readLines(file)) {
    const space = line.indexOf(32);
    const message = JSON.parse(line.toString('utf8', space + 1)) as ImportedMessage;
    const n = Number(line.toString('latin1', 0, space));
    yield { at: message.at, order: message.order ?? '', n, message };
  }
}

type Run = { head: Head; readonly rest: AsyncGenerator<Head> };

/** A heap of runs, the one with the next message first. */
async function* merge(sources: readonly AsyncGenerator<Head>[]): AsyncGenerator<ImportedMessage> {
  const heap: Run[] = [];
  for (const rest of sources) {
    const { value } = await rest.next();
    if (value !== undefined) heap.push({ head: value as Head, rest });
  }
  heap.splice(0, heap.length, ...heap.toSorted((a, b) => compare(a.head, b.head)));
  while (heap[0] !== undefined) {
    const [first] = heap;
    yield first.head.message;
    const next = await first.rest.next();
    if (next.done === true) {
      const last = heap.pop();
      if (last !== undefined && last !== first) heap[0] = last;
    } else first.head = next.value;
    sink(heap);
  }
}

function sink(heap: Run[]): void {
  for (let at = 0; ;) {
    const children = [2 * at + 1, 2 * at + 2].filter((child) => child < heap.length);
    let least = at;
    for (const child of children) if (isBefore(heap[child], heap[least])) least = child;
    if (least === at) return;
    const [one, other] = [heap[at], heap[least]];
    if (one === undefined || other === undefined) return;
    heap[at] = other;
    heap[least] = one;
    at = least;
  }
}

function isBefore(a: Run | undefined, b: Run | undefined): boolean {
  return a !== undefined && b !== undefined && compare(a.head, b.head) < 0;
}
