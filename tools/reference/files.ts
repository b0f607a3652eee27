import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let directory: string | undefined;

/** Puts files where an example expects them, and answers where that is. */
export const writeFiles = async (files: { readonly [name: string]: string }): Promise<string> => {
  directory ??= await mkdtemp(path.join(tmpdir(), 'parley-reference-'));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(directory, name), content);
  return directory;
};
