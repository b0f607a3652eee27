import { GIF } from '@parley/test-support/pictures.ts';

const FRAME = Buffer.from([0x21, 0xf9]);
const TRAILER_BYTES = 1;

/** An animation of small frames on a large canvas, which a decoder has to draw again for each of them. */
export function movingGif(size: number, frameCount: number): Buffer {
  const first = GIF.indexOf(FRAME);
  const head = Buffer.from(GIF.subarray(0, first));
  head.writeUInt16LE(size, 6);
  head.writeUInt16LE(size, 8);
  const frames = GIF.subarray(first, GIF.length - TRAILER_BYTES);
  return Buffer.concat([
    head,
    ...Array.from({ length: frameCount / 2 }, () => frames),
    GIF.subarray(-TRAILER_BYTES),
  ]);
}
