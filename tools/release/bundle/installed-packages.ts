import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package of others as the lock file and the folder of the installed one describe it. */
export type InstalledPackage = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The place in the lock file, which is also the folder: `node_modules/…`. */
  readonly place: string;
  readonly integrity: string | undefined;
};

type Entry = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Lock = { readonly packages: Readonly<Record<string, Entry>> };

const MODULES = 'node_modules/';

/** Packages that these places of the lock file need, directly or not, as far as they are installed on this platform. */
export function packagesNeededBy(root: string, places: readonly string[]): InstalledPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  const found = new Map<string, InstalledPackage>();
  const seen = new Set<string>();
  const visit = (place: string): void => {
    const entry = packages[place];
    if (entry === undefined || seen.has(place)) return;
    seen.add(place);
    if (entry.link === true) {
      visit(entry.resolved ?? '');
      return;
    }
    if (place.includes(MODULES)) {
      if (!existsSync(path.join(root, place))) return;
      found.set(place, describe(place, entry));
    }
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      visit(placeOf(packages, place, name));
  };
  for (const place of places) visit(place);
  return [...found.values()].toSorted((a, b) => (a.place < b.place ? -1 : 1));
}

function describe(place: string, { version = '', license = 'unknown', integrity }: Entry): InstalledPackage {
  const name = place.slice(place.lastIndexOf(MODULES) + MODULES.length);
  return { name, version, license, place, integrity };
}

/** The nearest package of a name, as Node.js looks for it. */
function placeOf(packages: Lock['packages'], from: string, name: string): string {
  for (let folder = from; folder !== ''; folder = parentOf(folder)) {
    const place = `${folder}/${MODULES}${name}`;
    if (place in packages) return place;
  }
  return MODULES + name;
}

function parentOf(folder: string): string {
  const end = folder.lastIndexOf(`/${MODULES}`);
  return end === -1 ? '' : folder.slice(0, end);
}
