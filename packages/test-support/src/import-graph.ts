import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A module of this repository. */
export type Module = {
  /** Below the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Files of ours, below the repository. */
  readonly own: readonly string[];
  /** Specifiers of libraries and of Node. */
  readonly foreign: readonly string[];
};

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Every module below `packages/<name>/src`, tests included. */
export function readModules(): Module[] {
  return readdirSync(path.join(ROOT, 'packages'))
    .flatMap((name) => filesBelow(path.join('packages', name, 'src')))
    .concat(filesBelow('packages/web/sw'))
    .map(readModule);
}

/** Every module beside the sources of the packages. */
export function readScripts(): Module[] {
  return ['packages/web/build', 'tools', 'tests', 'verify', 'examples'].flatMap(filesBelow).map(readModule);
}

export function isTest(file: string): boolean {
  return /\.(test|rules)\.tsx?$|^packages\/(test-support|rules)\//.test(file);
}

export function packageOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function filesBelow(directory: string): string[] {
  return readdirSync(path.join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules/'))
    .map((file) => path.posix.join(directory, file));
}

function readModule(file: string): Module {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const specifiers = [...new Set([...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? ''))];
  const resolved = specifiers.map((specifier) => ({ specifier, own: resolve(file, specifier) }));
  return {
    file,
    text,
    own: resolved.flatMap(({ own }) => own ?? []),
    foreign: resolved.filter(({ own }) => own === undefined).map(({ specifier }) => specifier),
  };
}

/** The formatter writes every import the same way, so a pattern is enough. */
const IMPORT = /^(?:import|export)\s(?:[^'"`;=]*?\sfrom\s)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [, name, rest] = /^@parley\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return name === undefined ? undefined : exported(name, rest === undefined ? '.' : `./${rest}`);
}

/** Resolves an export of a workspace package to its file; undefined for names that it does not export. */
function exported(name: string, wanted: string): string {
  const manifest = readFileSync(path.join(ROOT, 'packages', name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Record<string, string> };
  const pattern = wanted.replace(/^\.\/(.+)\.ts$/, './*.ts');
  const target = exports[wanted] ?? exports[pattern]?.replace('*', wanted.slice(2, -3));
  return path.posix.join('packages', name, target ?? wanted);
}

/** The files of one import cycle, or undefined. */
export function findCycle(modules: readonly Module[]): string[] | undefined {
  const graph = new Map(modules.map(({ file, own }) => [file, own]));
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): string[] | undefined => {
    const at = trail.indexOf(file);
    if (at !== -1) return [...trail.slice(at), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...trail, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
