import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PRIVATE_FILE_MODE } from '../../../../engine/files/private.ts';
import { CommandError } from '../../../cli/explain.ts';
import { checkUnpacked, leadsElsewhere, type ArchiveFiles } from './archive-files.ts';
import { StreamBytes } from './stream-bytes.ts';
import { readHeader, type TarHeader } from './tar-header.ts';

const BLOCK = 512;
const CHUNK_BYTES = 256 * 1024;
/** A name with its attributes; longer ones are in no export. */
const MAX_ATTRIBUTES_BYTES = 64 * 1024;

/**
 * Unpacks a tar archive, which may be packed with gzip, to a directory for temporary files. Files there have numbers: names of
 * the archive never become paths.
 */
export async function openTarball(file: string, isPacked: boolean): Promise<ArchiveFiles> {
  const home = await mkdtemp(path.join(tmpdir(), 'unpacked-'));
  const close = (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    const { size } = await stat(file);
    const raw = createReadStream(file, { highWaterMark: CHUNK_BYTES });
    const source = isPacked ? raw.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : raw;
    raw.once('error', (error) => source.destroy(error));
    const { places, refused } = await unpack(new StreamBytes(source), home, size).finally(() =>
      raw.destroy(),
    );
    return {
      names: [...places.keys()].toSorted(),
      has: (name) => places.has(name),
      refused,
      open: async (name) => {
        const place = places.get(name);
        return place === undefined ? undefined : createReadStream(place);
      },
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof CommandError) throw error;
    throw new CommandError('The file is no tar archive that can be read, or it is damaged.');
  }
}

type Unpacked = { readonly places: Map<string, string>; readonly refused: number };

async function unpack(bytes: StreamBytes, home: string, packed: number): Promise<Unpacked> {
  const places = new Map<string, string>();
  let [count, unpacked, refused] = [0, 0, 0];
  let longName: string | undefined;
  for (let header = await nextHeader(bytes); header !== undefined; header = await nextHeader(bytes)) {
    const { type, size } = header;
    const name = longName ?? header.name;
    count += 1;
    unpacked += size;
    checkUnpacked(count, unpacked, packed);
    longName = undefined;
    if (type === 'long name' || type === 'attributes') {
      if (size > MAX_ATTRIBUTES_BYTES) throw new CommandError('The archive has a name that is too long.');
      const text = (await bytes.take(size)).toString('utf8');
      longName = type === 'long name' ? (text.split('\0')[0] ?? '') : pathIn(text);
    } else if (type === 'file' && !leadsElsewhere(name)) {
      const place = path.join(home, String(count));
      await writeTo(place, bytes, size);
      places.set(name, place);
    } else {
      if (type !== 'directory' && type !== 'ignored') refused += 1;
      await bytes.skip(size);
    }
    await bytes.skip((BLOCK - (size % BLOCK)) % BLOCK);
  }
  return { places, refused };
}

async function nextHeader(bytes: StreamBytes): Promise<TarHeader | undefined> {
  const block = await bytes.take(BLOCK);
  return block.every((byte) => byte === 0) ? undefined : readHeader(block);
}

/** The path among attributes, each of which is a line with its length before it. */
function pathIn(attributes: string): string | undefined {
  return /^\d+ path=(.*)$/m.exec(attributes)?.[1];
}

async function writeTo(place: string, bytes: StreamBytes, size: number): Promise<void> {
  const sink = createWriteStream(place, { mode: PRIVATE_FILE_MODE });
  try {
    for (let left = size; left > 0;) {
      const chunk = await bytes.some(left);
      left -= chunk.length;
      if (!sink.write(chunk)) await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
    }
  } finally {
    sink.end();
    await finished(sink);
  }
}
