/** Whether a point of the unit square belongs to a shape. */
export type Shape = (x: number, y: number) => boolean;

/** Steps between "outside" and "inside", for edges that look smooth. */
export const LEVELS = 9;
const SUBPIXELS = 3;

/** How much of each pixel a shape covers, from 0 to LEVELS, on a square of `size` pixels. */
export function rasterize(shape: Shape, size: number): Uint8Array {
  const covered = new Uint8Array(size * size);
  const fine = size * SUBPIXELS;
  for (let y = 0; y < fine; y += 1) {
    const line = Math.floor(y / SUBPIXELS) * size;
    for (let x = 0; x < fine; x += 1) {
      if (!shape((x + 0.5) / fine, (y + 0.5) / fine)) continue;
      const pixel = line + Math.floor(x / SUBPIXELS);
      covered[pixel] = (covered[pixel] ?? 0) + 1;
    }
  }
  return covered;
}

export const square: Shape = () => true;
export const disc: Shape = (x, y) => (x - 0.5) ** 2 + (y - 0.5) ** 2 <= 0.25;
export const diamond: Shape = (x, y) => Math.abs(x - 0.5) + Math.abs(y - 0.5) <= 0.5;
export const wedge: Shape = (x, y) => x + y <= 1;
export const quarter: Shape = (x, y) => x ** 2 + y ** 2 <= 1;

export const headAndShoulders: Shape = (x, y) =>
  (x - 0.5) ** 2 + (y - 0.38) ** 2 <= 0.17 ** 2 || ((x - 0.5) / 0.33) ** 2 + ((y - 1) / 0.38) ** 2 <= 1;

export const speechBubble: Shape = (x, y) =>
  ((x - 0.5) / 0.36) ** 2 + ((y - 0.44) / 0.27) ** 2 <= 1 ||
  (y >= 0.5 && x >= 0.24 && x - 0.24 <= 0.3 - (y - 0.5) && y <= 0.84);
