import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { Shell } from '../sw/shell.ts';
import { closure, entriesOf, type Manifest } from './manifest.ts';

/** Texts of a language, of which a browser needs one. */
const CATALOG = /\/words\/catalogs\//;

/** Writes `sw.js`, which knows the assets of the build in this directory. */
export async function buildWorker(root: string, directory: string): Promise<void> {
  const input = path.join(root, 'sw/main.ts');
  if (!existsSync(input)) return;
  const text = await readFile(path.join(directory, '.vite/manifest.json'), 'utf8');
  const page = await readFile(path.join(directory, 'index.html'), 'utf8');
  const shell = shellOf(JSON.parse(text) as Manifest, page);
  const built = await rolldown({
    input,
    platform: 'browser',
    transform: { define: { SHELL: JSON.stringify(shell) } },
  });
  await built.write({ file: path.join(directory, 'sw.js'), format: 'iife', minify: true });
  await built.close();
}

/** The first view is the entry with the chunks that it always imports: the data layer and the frame of the client. */
export function shellOf(built: Manifest, page: string): Shell {
  const catalogs = Object.keys(built).filter((key) => CATALOG.test(key));
  const manifest = Object.fromEntries(Object.entries(built).filter(([key]) => !CATALOG.test(key)));
  const entries = entriesOf(manifest);
  const begun = closure(manifest, entries);
  const dynamic = [...begun].flatMap((key) => manifest[key]?.dynamicImports ?? []);
  const first = closure(manifest, [...entries, ...dynamic]);
  const filesOf = (keys: Iterable<string>): string[] => {
    const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
    return chunks
      .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
      .map((file) => `/${file}`);
  };
  const firstFiles = new Set(filesOf(first));
  const later = new Set(filesOf(Object.keys(manifest)).filter((file) => !firstFiles.has(file)));
  const names = [[...firstFiles], [...later], catalogs.map((key) => `/${built[key]?.file ?? ''}`)].map(
    (files) => files.toSorted(),
  );
  const [firstNames = [], laterNames = [], catalogNames = []] = names;
  return {
    version: createHash('sha256').update(page).update(JSON.stringify(names)).digest('hex').slice(0, 16),
    entry: `/${manifest[entries[0] ?? '']?.file ?? ''}`,
    first: firstNames,
    later: laterNames,
    catalogs: catalogNames,
  };
}
