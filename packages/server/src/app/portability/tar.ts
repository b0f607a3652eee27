import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import { CommandError } from '../cli/explain.ts';

const BLOCK = 512;
const CHUNK_BYTES = 256 * 1024;
/** Where the fields of a header are: offset and length. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  magic: [257, 8],
} as const;
const TYPE = 156;
const REGULAR = '0'.charCodeAt(0);
/** Names in archives, without anything that leads elsewhere. */
const NAME = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]{1,8})?$/;

/** Packs the files of a directory. The target appears when it is complete. */
export async function packTar(directory: string, target: string): Promise<void> {
  const sink = createWriteStream(`${target}.new`, { mode: PRIVATE_FILE_MODE, flush: true });
  await pipeline(Readable.from(blocksOf(directory)), sink);
  await rename(`${target}.new`, target);
}

async function* blocksOf(directory: string): AsyncGenerator<Buffer> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      yield headerOf(path.relative(directory, file), size);
      yield* contentOf(handle, 0, size);
      if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK));
    } finally {
      await handle.close();
    }
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (name.length >= FIELDS.name[1]) throw new Error(`${name} is too long for an archive.`);
  header.write(name, 0);
  header.write('0000600\0', FIELDS.mode[0]);
  // Longer files than eleven octal digits can tell: the length as a binary number, marked by its first bit.
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')} `, FIELDS.size[0]);
  else {
    header.writeUInt8(0x80, FIELDS.size[0]);
    header.writeBigUInt64BE(BigInt(size), FIELDS.size[0] + 4);
  }
  header.write('00000000000 ', FIELDS.time[0]);
  header.write(' '.repeat(FIELDS.sum[1]), FIELDS.sum[0]);
  header.writeUInt8(REGULAR, TYPE);
  header.write('ustar\x0000', FIELDS.magic[0]);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, FIELDS.sum[0]);
  return header;
}

/** Unpacks an archive that `packTar` or another program made of plain files. Links, devices and foreign names are refused. */
export async function unpackTar(file: string, directory: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size: end } = await handle.stat();
    for (let at = 0; at < end;) {
      const header = await readExactly(handle, at, BLOCK);
      at += BLOCK;
      if (header.every((byte) => byte === 0)) return;
      const { name, size, type } = entryOf(header);
      if (type === 'directory') continue;
      if (!NAME.test(name))
        throw new CommandError(`${file} has an entry with the unexpected name ${JSON.stringify(name)}.`);
      if (type === 'other')
        throw new CommandError(`${file} has the entry ${name}, which is not a plain file.`);
      if (at + size > end) throw new CommandError(`${file} ends within ${name}.`);
      const target = path.join(directory, name);
      await mkdir(path.dirname(target), PRIVATE_DIRECTORY);
      const sink = createWriteStream(target, { mode: PRIVATE_FILE_MODE });
      await pipeline(Readable.from(contentOf(handle, at, size)), sink);
      at += Math.ceil(size / BLOCK) * BLOCK;
    }
    throw new CommandError(`${file} ends too early.`);
  } finally {
    await handle.close();
  }
}

type Entry = { readonly name: string; readonly size: number; readonly type: 'file' | 'directory' | 'other' };

function entryOf(header: Buffer): Entry {
  const text = ([from, length]: readonly [number, number]): string =>
    header.toString('latin1', from, from + length).split('\0')[0] ?? '';
  const sum = Number.parseInt(text(FIELDS.sum).trim(), 8);
  const blank = Buffer.from(header).fill(' ', FIELDS.sum[0], FIELDS.sum[0] + FIELDS.sum[1]);
  if (sum !== sumOf(blank)) throw new CommandError('The file is no tar archive, or damaged.');
  const isBinary = header.readUInt8(FIELDS.size[0]) === 0x80;
  const size = isBinary
    ? Number(header.readBigUInt64BE(FIELDS.size[0] + 4))
    : Number.parseInt(text(FIELDS.size).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0)
    throw new CommandError('The archive has an entry without a length.');
  const flag = header.readUInt8(TYPE);
  const name = text(FIELDS.name).replace(/^\.\//, '');
  if (flag === '5'.charCodeAt(0)) return { name, size, type: 'directory' };
  return { name, size, type: flag === REGULAR || flag === 0 ? 'file' : 'other' };
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

async function* contentOf(handle: FileHandle, from: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const chunk = await readExactly(handle, from + done, Math.min(CHUNK_BYTES, size - done));
    yield chunk;
    done += chunk.length;
  }
}

async function readExactly(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, from);
  if (bytesRead < length) throw new CommandError('The archive ends too early.');
  return buffer;
}

/** Whether an archive is packed. */
export async function isTar(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new CommandError(`There is no archive at ${file}.`);
  return found.isFile();
}
