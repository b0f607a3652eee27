import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one color whose pixels need far more memory than the file. */
export function whitePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit for each pixel, in grey.
  header.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A GIF of many equal frames, each of one color. */
export function movingGif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const pixels = blocksOf(lzwOfZeros(width * height));
  const frame = Buffer.concat([
    Buffer.from('21f904000a000000', 'hex'),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2]),
    pixels,
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

const CLEAR = 4;
const END = 5;

/** LZW codes with a minimum size of 2 bits: each code of the table is one zero longer than the one before. */
function lzwOfZeros(count: number): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  const put = (code: number, width: number): void => {
    held |= code << bits;
    bits += width;
    while (bits >= 8) {
      bytes.push(held & 255);
      held >>>= 8;
      bits -= 8;
    }
  };
  put(CLEAR, 3);
  let left = count;
  let next = 6;
  let width = 3;
  put(0, width);
  left -= 1;
  for (let run = 2; left > 0; run += 1) {
    const fits = run <= left;
    put(fits ? next : codeOfRun(left), width);
    left -= fits ? run : left;
    next += 1;
    if (next === 1 << width && width < 12) width += 1;
  }
  put(END, width);
  put(0, 8);
  return Buffer.from(bytes);
}

function codeOfRun(length: number): number {
  return length === 1 ? 0 : length + 4;
}

function blocksOf(data: Buffer): Buffer {
  const blocks: Buffer[] = [Buffer.from([])];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}
