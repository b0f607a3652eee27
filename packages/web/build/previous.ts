import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Assets by name: those of a version, and those that it kept from the version before. */
export type BuiltAssets = {
  readonly current: ReadonlyMap<string, Buffer>;
  readonly older: ReadonlyMap<string, Buffer>;
};

/** Names of the assets that were kept from the version before. */
const PREVIOUS = 'previous.json';

/** Reads the assets of an earlier build. */
export async function readBuilt(directory: string): Promise<BuiltAssets> {
  const assets = path.join(directory, 'assets');
  const kept = await readFile(path.join(directory, PREVIOUS), 'utf8').catch(() => '[]');
  const older = new Set(JSON.parse(kept) as string[]);
  const built = { current: new Map<string, Buffer>(), older: new Map<string, Buffer>() };
  for (const name of await readdir(assets).catch((): string[] => []))
    built[older.has(name) ? 'older' : 'current'].set(name, await readFile(path.join(assets, name)));
  return built;
}

/**
 * Adds the assets of the previous version, so that pages opened before an update still find theirs. A build without
 * changes is no new version.
 */
export async function keepPrevious(directory: string, { current, older }: BuiltAssets): Promise<void> {
  const assets = path.join(directory, 'assets');
  await mkdir(assets, { recursive: true });
  const present = new Set(await readdir(assets));
  const absent = (files: ReadonlyMap<string, Buffer>): [string, Buffer][] =>
    [...files].filter(([name]) => !present.has(name));
  const kept = absent(current).length > 0 ? absent(current) : absent(older);
  for (const [name, content] of kept) await writeFile(path.join(assets, name), content);
  await writeFile(path.join(directory, PREVIOUS), JSON.stringify(kept.map(([name]) => name)));
}
