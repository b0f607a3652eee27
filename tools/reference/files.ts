import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let directory: string | undefined;

/** Puts files where an example expects them, and answers where that is. */
export async function writeFiles(files: { readonly [name: string]: string }): Promise<string> {
  directory ??= await mkdtemp(path.join(tmpdir(), 'parley-reference-'));
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(directory, name), bytesOf(content));
  return directory;
}

/** Binary content is written in base64, with a marker. */
export function bytesOf(content: string): Buffer {
  return content.startsWith('base64:') ? Buffer.from(content.slice(7), 'base64') : Buffer.from(content);
}
