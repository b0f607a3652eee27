import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Enough for text, hues and small pictures; a third of the bytes of full color. */
const COLORS = 128;

/** Makes pictures smaller by a palette, where ImageMagick is installed. */
export async function reducePictures(files: readonly string[]): Promise<boolean> {
  try {
    for (const file of files)
      await run('convert', [file, '-dither', 'None', '-colors', String(COLORS), '-strip', `PNG8:${file}`]);
    return true;
  } catch {
    return false;
  }
}
