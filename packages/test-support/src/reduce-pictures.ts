import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

/** Enough for text, hues and small pictures; a third of the bytes of full color. */
const COLORS = 128;

/** Makes pictures of screens smaller by a palette. The same picture becomes the same bytes. */
export async function reducePictures(files: readonly string[]): Promise<void> {
  for (const file of files)
    writeFileSync(
      file,
      await sharp(readFileSync(file))
        .png({ palette: true, colors: COLORS, dither: 0, effort: 10 })
        .toBuffer(),
    );
}
