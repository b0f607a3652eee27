import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** A square picture with one byte per pixel: the index of its colour in the palette. */
export type Picture = {
  readonly size: number;
  readonly pixels: Uint8Array;
  readonly palette: readonly Colour[];
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_SAMPLE = 8;
const TRUE_COLOUR = 2;
const INDEXED = 3;

export function encodePng({ size, pixels, palette }: Picture): Buffer {
  return fileOf(INDEXED, size, size, [
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(unfilteredLines(size, pixels))),
  ]);
}

/** Encodes a picture of three bytes per pixel: red, green and blue. */
export function encodeTrueColourPng(width: number, pixels: Uint8Array): Buffer {
  const stride = width * 3;
  const lines = unfilteredLines(stride, pixels);
  return fileOf(TRUE_COLOUR, width, pixels.length / stride, [chunk('IDAT', deflateSync(lines))]);
}

function fileOf(colourType: number, width: number, height: number, content: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_PER_SAMPLE, colourType], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...content, chunk('IEND', Buffer.alloc(0))]);
}

/** Every line begins with its filter type; type 0, no filter, suits flat colours. */
function unfilteredLines(stride: number, pixels: Uint8Array): Buffer {
  const height = pixels.length / stride;
  const lines = Buffer.alloc(height * (stride + 1));
  for (let y = 0; y < height; y += 1)
    lines.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
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
