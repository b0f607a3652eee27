import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureResult, ProcessedPicture, PictureJob, PictureOutput, PictureSource } from './picture.ts';

/** Pixels of all frames together; a small compressed file can claim any size. */
const MAX_PIXELS = 80_000_000;
/** Pixels of all frames of an original that gets an animated copy, about two seconds of work. */
const MAX_ANIMATED_PIXELS = 20_000_000;
const QUALITY = 80;

sharp.cache(false);
sharp.concurrency(1);

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const { source, outputs } = message as PictureJob;
  processPicture(source, outputs).then(
    (picture) => process.send?.({ picture } satisfies PictureResult),
    () => process.send?.({ picture: undefined } satisfies PictureResult),
  );
});

/** Formats that browsers display and that are safe to decode; SVG and PDF are not. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif', 'webp', 'tiff', 'heif']);

async function processPicture(
  source: PictureSource,
  outputs: readonly PictureOutput[],
): Promise<ProcessedPicture | undefined> {
  const metadata = await open(source, false).metadata();
  const frames = metadata.pages ?? 1;
  const pixels = metadata.width * metadata.height * frames;
  if (!FORMATS.has(metadata.format) || pixels > MAX_PIXELS) return undefined;
  const mayMove = frames > 1 && pixels <= MAX_ANIMATED_PIXELS;
  const copies: Uint8Array[] = [];
  for (const output of outputs) copies.push(await scale(source, output, output.animated && mayMove));
  return { ...shownSize(metadata), format: metadata.format, frames, copies };
}

function open(source: PictureSource, animated: boolean): Sharp {
  return sharp(source, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    ...(animated ? { pages: -1 } : {}),
  });
}

async function scale(source: PictureSource, output: PictureOutput, isAnimated: boolean): Promise<Uint8Array> {
  const { width, height, fit, format } = output;
  const scaled = open(source, isAnimated)
    .rotate()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' });
  return format === 'webp'
    ? scaled.webp({ quality: QUALITY }).toBuffer()
    : scaled.png({ compressionLevel: 9 }).toBuffer();
}

/** The size after applying the EXIF orientation. */
function shownSize({ width, height, orientation = 1, pageHeight }: Metadata) {
  const frameHeight = pageHeight ?? height;
  return orientation >= 5 ? { width: frameHeight, height: width } : { width, height: frameHeight };
}
