import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../../packages/web/dist', import.meta.url));
const MARK = 'next';

/** A later version of the built client: all assets have new names, and none of the old ones is left. */
export function makeNextVersion(): { readonly directory: string; readonly remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-next-'));
  cpSync(BUILT, directory, { recursive: true });
  const assets = path.join(directory, 'assets');
  for (const name of readdirSync(assets)) if (/\.(?:br|gz)$/.test(name)) rmSync(path.join(assets, name));
  const names = readdirSync(assets);
  const renamed = (text: string): string =>
    names.reduce((changed, name) => changed.replaceAll(name, nextName(name)), text);
  for (const file of ['index.html', 'sw.js', ...names.map((name) => `assets/${name}`)])
    if (/\.(?:css|html|js)$/.test(file)) rewrite(path.join(directory, file), renamed);
  for (const name of names) renameSync(path.join(assets, name), path.join(assets, nextName(name)));
  for (const packed of ['sw.js.br', 'sw.js.gz', 'index.html.br', 'index.html.gz'])
    rmSync(path.join(directory, packed), { force: true });
  // The version of the worker's cache is that of its build.
  rewrite(path.join(directory, 'sw.js'), (text) =>
    text.replace(/(version:[`"'])([0-9a-f]{16})/, `$1${MARK}$2`),
  );
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

function nextName(name: string): string {
  return name.replace(/(\.\w+)$/, `-${MARK}$1`);
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
