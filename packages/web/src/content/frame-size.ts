/** Size of a picture in a message, in CSS pixels at the default text size. */
export type FrameSize = { readonly width: number; readonly height: number; readonly ratio: string };

const HEIGHT_PX = 189;
const MAX_WIDTH_PX = 480;
const MIN_WIDTH_PX = 48;

/** Fits `1600x1426` into a line of pictures; unknown sizes get the usual one. */
export function frameSize(dimensions: string | undefined): FrameSize {
  const [, w = '16', h = '9'] = /^(\d{1,6})x(\d{1,6})$/.exec(dimensions ?? '') ?? [];
  const [natural, tall] = [Number(w) || 1, Number(h) || 1];
  const isKnown = dimensions !== undefined;
  const scale = Math.min(HEIGHT_PX / tall, MAX_WIDTH_PX / natural, isKnown ? 1 : Infinity);
  const width = Math.max(MIN_WIDTH_PX, Math.round(natural * scale));
  const height = Math.max(MIN_WIDTH_PX, Math.round(tall * scale));
  return { width, height, ratio: `${width} / ${height}` };
}
