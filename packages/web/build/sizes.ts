import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { closure, entriesOf, type Manifest } from './manifest.ts';

/**
 * Budgets in bytes after brotli. The first view should be 110 kB; React, the SDK and the data layer alone are about that,
 * so its budget holds what was reached until they are split further.
 */
const BUDGETS = { logIn: 75_000, firstView: 147_000, css: 18_000, laterChunk: 180_000 };

/** Chunks that the page loads before anything can be done: the log-in, and the application itself. */
const LOG_IN_CHUNK = /\/(?:log-in|door)[/.]/;
const CLIENT_CHUNK = /\/(?:views\/app|start-chat)\./;
/** Views that a visit starts with, one of them each time. */
const VIEW_CHUNK = /\/(?:inbox|conversation)-view\./;

type SizeRow = { readonly name: string; readonly bytes: number; readonly budget: number };

/** Compares the sizes of a build with the budgets. */
export async function checkSizes(
  directory: string,
): Promise<{ readonly table: string; readonly problems: readonly string[] }> {
  const text = await readFile(path.join(directory, '.vite/manifest.json'), 'utf8');
  const rows = await rowsOf(JSON.parse(text) as Manifest, (file) =>
    compressedSize(path.join(directory, file)),
  );
  const problems = rows
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ name, bytes, budget }) => `  ${name}: ${kilobytes(bytes)} of ${kilobytes(budget)}`);
  return { table: tableOf(rows), problems };
}

/** The rows of the table; a chunk that the page has already loaded counts for no later one. */
export async function rowsOf(
  manifest: Manifest,
  sizeOf: (file: string) => Promise<number>,
): Promise<SizeRow[]> {
  const entry = closure(manifest, entriesOf(manifest));
  const dynamic = [...new Set(Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports))];
  const among = (pattern: RegExp): string[] => dynamic.filter((key) => pattern.test(`/${key}`));
  const logIn = new Set([...entry, ...closure(manifest, among(LOG_IN_CHUNK))]);
  const client = new Set([...entry, ...closure(manifest, among(CLIENT_CHUNK))]);
  const views = among(VIEW_CHUNK).map((key) => ({
    name: `first view: ${manifest[key]?.name ?? key}`,
    keys: new Set([...client, ...closure(manifest, [key])]),
  }));
  const started = new Set([...client, ...logIn, ...views.flatMap(({ keys }) => [...keys])]);
  const sum = async (files: Iterable<string>): Promise<number> => {
    let bytes = 0;
    for (const file of new Set(files)) bytes += await sizeOf(file);
    return bytes;
  };
  const scripts = (keys: Iterable<string>): string[] => [...keys].map((key) => manifest[key]?.file ?? '');
  const styles = [...started].flatMap((key) => manifest[key]?.css ?? []);
  const firstViews: SizeRow[] = [];
  for (const { name, keys } of views)
    firstViews.push({ name, bytes: await sum(scripts(keys)), budget: BUDGETS.firstView });
  const later: SizeRow[] = [];
  for (const key of dynamic) {
    const added = [...closure(manifest, [key])].filter((one) => !started.has(one));
    if (added.length > 0)
      later.push({
        name: manifest[key]?.name ?? key,
        bytes: await sum(scripts(added)),
        budget: BUDGETS.laterChunk,
      });
  }
  return [
    { name: 'log-in', bytes: await sum(scripts(logIn)), budget: BUDGETS.logIn },
    ...firstViews,
    { name: 'styles', bytes: await sum(styles), budget: BUDGETS.css },
    ...later.toSorted((a, b) => b.bytes - a.bytes),
  ];
}

const toBrotli = promisify(brotliCompress);

async function compressedSize(file: string): Promise<number> {
  const compressed = await readFile(`${file}.br`).catch(() => undefined);
  return (compressed ?? (await toBrotli(await readFile(file)))).length;
}

function tableOf(rows: readonly SizeRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(
    ({ name, bytes, budget }) =>
      `${bytes > budget ? '✗' : '✓'} ${name.padEnd(width)} ${kilobytes(bytes).padStart(9)} of ${kilobytes(budget)}`,
  );
  return ['sizes after brotli:', ...lines].join('\n');
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
