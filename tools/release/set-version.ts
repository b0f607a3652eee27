import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Manifest = {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
type Lock = { version: string; packages: Record<string, Manifest> };

/** Texts in which the version of the server is the only one. */
const TEXTS = ['packages/server/src/engine/version.ts', 'packages/server/src/app/reference/recorded.json'];
const LOCK = 'package-lock.json';

/** Writes a version into all packages, the lock file, the server and the examples of the reference. */
export function setVersion(root: string, from: string, to: string): void {
  for (const file of manifestFiles(root)) {
    const manifest = readJson(root, file) as Manifest;
    setInManifest(manifest, to);
    writeJson(root, file, manifest);
  }
  const lock = readJson(root, LOCK) as Lock;
  lock.version = to;
  for (const [place, entry] of Object.entries(lock.packages)) if (isOurs(place)) setInManifest(entry, to);
  writeJson(root, LOCK, lock);
  for (const file of TEXTS) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const quoted = ['"', "'"].map((quote) => [quote + from + quote, quote + to + quote] as const);
    writeFileSync(
      path.join(root, file),
      quoted.reduce((changed, [before, after]) => changed.replaceAll(before, after), text),
    );
  }
}

/** The versions of all packages, and those that they require of each other. */
export function versionsIn(root: string): string[] {
  const lock = readJson(root, LOCK) as Lock;
  const locked = Object.entries(lock.packages).filter(([place]) => isOurs(place));
  const manifests = manifestFiles(root).map((file) => readJson(root, file) as Manifest);
  return [lock.version, ...[...manifests, ...locked.map(([, entry]) => entry)].flatMap(versionsOf)];
}

function versionsOf({ version, dependencies, devDependencies }: Manifest): string[] {
  const required = Object.entries({ ...dependencies, ...devDependencies });
  const ours = required.filter(([name]) => name.startsWith('@parley/')).map(([, wanted]) => wanted);
  return version === undefined ? ours : [version, ...ours];
}

function setInManifest(manifest: Manifest, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  for (const list of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(list ?? {}))
      if (list !== undefined && name.startsWith('@parley/')) list[name] = version;
}

function manifestFiles(root: string): string[] {
  return ['package.json', ...globSync('packages/*/package.json', { cwd: root })];
}

/** Folders of this repository in the lock file; the root has an empty name. */
function isOurs(place: string): boolean {
  return place === '' || /^packages\/[^/]+$/.test(place);
}

function readJson(root: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function writeJson(root: string, file: string, value: unknown): void {
  writeFileSync(path.join(root, file), `${JSON.stringify(value, null, 2)}\n`);
}
