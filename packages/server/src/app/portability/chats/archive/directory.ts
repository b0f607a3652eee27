import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { checkUnpacked, type ArchiveFiles } from './archive-files.ts';

/** The files of a directory. Links are refused: they could lead to files of the server. */
export async function openDirectory(directory: string): Promise<ArchiveFiles> {
  const names = new Set<string>();
  let refused = 0;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await readdir(path.join(directory, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) names.add(name);
      else refused += 1;
      checkUnpacked(names.size + folders.length, 0, 0);
    }
  return {
    names: [...names].toSorted(),
    has: (name) => names.has(name),
    refused,
    open: async (name) => (names.has(name) ? createReadStream(path.join(directory, name)) : undefined),
    close: async () => {},
  };
}

/** One file, which is the whole archive. */
export function openSingle(file: string): ArchiveFiles {
  const only = path.basename(file);
  return {
    names: [only],
    has: (name) => name === only,
    refused: 0,
    open: async (name) => (name === only ? createReadStream(file) : undefined),
    close: async () => {},
  };
}
