import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closure, entriesOf, type Manifest } from './manifest.ts';

/** Modules that every start of a session loads, whatever it shows. */
const STARTS = ['src/screen/start-chat.ts', 'src/views/app.tsx'];

/** Writes links to the scripts with which a session starts; the server adds them to the page of users who are logged in. */
export async function writeSessionLinks(directory: string): Promise<void> {
  const text = await readFile(path.join(directory, '.vite/manifest.json'), 'utf8');
  await writeFile(path.join(directory, 'session-links.html'), sessionLinks(JSON.parse(text) as Manifest));
}

export function sessionLinks(manifest: Manifest): string {
  const begun = closure(manifest, entriesOf(manifest));
  const keys = [...closure(manifest, STARTS)].filter((key) => !begun.has(key));
  return keys
    .flatMap((key) => manifest[key]?.file ?? [])
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
    .join('');
}
