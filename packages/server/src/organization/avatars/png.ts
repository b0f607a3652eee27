import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** A square picture with one byte per pixel: the index of its colour in the palette. */
export type Picture = {
  readonly size: number;
  readonly pixels: Uint8Array;
  readonly palette: readonly Colour[];
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_PIXEL = 8;
const INDEXED = 3;

export function encodePng({ size, pixels, palette }: Picture): Buffer {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(size)),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(unfilteredLines(size, pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(size, 4);
  bytes.set([BITS_PER_PIXEL, INDEXED], 8);
  return bytes;
}

/** Every line begins with its filter type; type 0, no filter, suits flat colours. */
function unfilteredLines(size: number, pixels: Uint8Array): Buffer {
  const lines = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y += 1) lines.set(pixels.subarray(y * size, (y + 1) * size), y * (size + 1) + 1);
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
