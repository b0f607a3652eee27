import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { combineCrc, shiftBy } from './crc32.ts';
import { mergeTexts, type Piece } from '../engine/json-pieces.ts';

/** A part of a deflate stream without references to earlier parts, ending at a byte boundary. */
type CompressedPart = {
  readonly bytes: Buffer;
  readonly length: number;
  readonly crc: number;
  /** See `shiftBy`. */
  readonly shift: number;
};

const deflate = promisify(deflateRaw);

/** The fastest level; higher ones save a few percent for several times the work. */
const COMPRESSION_LEVEL = 1;

/** Buffers that many responses share are compressed once. */
const compressedParts = new WeakMap<Buffer, Promise<CompressedPart>>();

/** Shorter texts are not compressed: setting up the compression costs more than sending them. */
const MIN_COMPRESSED_BYTES = 512;

async function compress(data: Buffer): Promise<CompressedPart> {
  return {
    bytes:
      data.length < MIN_COMPRESSED_BYTES
        ? stored(data)
        : await deflate(data, { level: COMPRESSION_LEVEL, finishFlush: constants.Z_FULL_FLUSH }),
    length: data.length,
    crc: crc32(data),
    shift: shiftBy(data.length),
  };
}

/** A block of deflate that contains its data as they are. */
function stored(data: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(data.length, 1);
  header.writeUInt16LE(data.length ^ 0xffff, 3);
  return Buffer.concat([header, data]);
}

function compressShared(data: Buffer): Promise<CompressedPart> {
  const cached = compressedParts.get(data);
  if (cached !== undefined) return cached;
  const compressing = compress(data);
  compressedParts.set(data, compressing);
  return compressing;
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty final block. */
const FINAL_BLOCK = Buffer.from([3, 0]);

/** Combines separately compressed pieces to one gzip stream. */
export async function gzipOf(pieces: readonly Piece[]): Promise<Buffer[]> {
  const parts = await Promise.all(
    mergeTexts(pieces).map((piece) =>
      typeof piece === 'string' ? compress(Buffer.from(piece)) : compressShared(piece),
    ),
  );
  let crc = 0;
  let length = 0;
  for (const part of parts) {
    crc = combineCrc(crc, part.crc, part.shift);
    length += part.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [GZIP_HEADER, ...parts.map(({ bytes }) => bytes), FINAL_BLOCK, trailer];
}
