import { open, type FileHandle } from 'node:fs/promises';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { CommandError } from '../../../cli/explain.ts';
import { checkUnpacked, leadsElsewhere, type ArchiveFiles } from './archive-files.ts';

export async function openZip(file: string): Promise<ArchiveFiles> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    // Names of entries are bytes here: some programs write UTF-8 without saying so.
    const zip = await fromFdPromise(handle.fd, { autoClose: false, decodeStrings: false, lazyEntries: true });
    const entries = await readEntries(zip, size);
    return filesOf(handle, zip, entries);
  } catch (error) {
    await handle.close();
    if (error instanceof CommandError) throw error;
    throw new CommandError('The file is no zip archive that can be read.');
  }
}

type Entries = { readonly files: Map<string, Entry>; readonly refused: number };

async function readEntries(zip: ZipFile, size: number): Promise<Entries> {
  const files = new Map<string, Entry>();
  let [unpacked, refused, count] = [0, 0, 0];
  for await (const entry of zip.eachEntry()) {
    count += 1;
    unpacked += entry.uncompressedSize;
    checkUnpacked(count, unpacked, size);
    const name = nameOf(entry);
    if (name.endsWith('/')) continue;
    if (leadsElsewhere(name) || isLink(entry)) refused += 1;
    else files.set(name, entry);
  }
  return { files, refused };
}

function nameOf({ fileName }: Entry): string {
  const raw: unknown = fileName;
  return Buffer.isBuffer(raw) ? raw.toString('utf8') : String(raw);
}

const LINK = 0o12;

function isLink({ externalFileAttributes }: Entry): boolean {
  return externalFileAttributes >>> 28 === LINK;
}

function filesOf(handle: FileHandle, zip: ZipFile, { files, refused }: Entries): ArchiveFiles {
  return {
    names: [...files.keys()].toSorted(),
    has: (name) => files.has(name),
    refused,
    open: async (name) => {
      const entry = files.get(name);
      return entry === undefined || entry.isEncrypted() ? undefined : zip.openReadStreamPromise(entry);
    },
    // The handle owns the descriptor: closed twice, it could be that of another file.
    close: () => handle.close(),
  };
}
