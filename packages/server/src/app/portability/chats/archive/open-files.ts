import { open, stat } from 'node:fs/promises';
import { CommandError } from '../../../cli/explain.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { openDirectory, openSingle } from './directory.ts';
import { openTarball } from './tarball.ts';
import { openZip } from './zip.ts';

/** Opens a directory, zip or tar archive by what it is; any other file is an archive with this file alone. */
export async function openFiles(file: string): Promise<ArchiveFiles> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new CommandError(`There is no archive at ${file}.`);
  if (found.isDirectory()) return openDirectory(file);
  if (!found.isFile()) throw new CommandError(`${file} is neither a file nor a directory.`);
  const start = await beginningOf(file);
  if (start.toString('latin1', 0, 2) === 'PK') return openZip(file);
  if (start.readUInt16BE(0) === 0x1f8b) return openTarball(file, true);
  if (start.toString('latin1', 257, 262) === 'ustar') return openTarball(file, false);
  return openSingle(file);
}

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer;
  } finally {
    await handle.close();
  }
}
