import { fromHsl, shades } from './colours.ts';
import type { Picture } from './png.ts';
import { diamond, disc, LEVELS, quarter, rasterize, square, wedge, type Shape } from './raster.ts';

const CELLS = 5;
const MIDDLE = 2;
const FILLED = 0.8;

/**
 * Draws a picture derived from a name of hexadecimal digits: five by five shapes in two colours, the right half
 * mirroring the left. The same name always gives the same picture.
 */
export function identicon(name: string, size: number): Picture {
  const pixels = new Uint8Array(size * size);
  const width = Math.floor((size * FILLED) / CELLS);
  const margin = Math.floor((size - width * CELLS) / 2);
  const covered = cachedRasters(width);
  for (const { row, column, shape, upsideDown, mirrored, colour } of cellsOf(name)) {
    const raster = covered(shape);
    const offset = colour * (LEVELS + 1);
    for (let y = 0; y < width; y += 1) {
      const line = (upsideDown ? width - 1 - y : y) * width;
      const target = (margin + row * width + y) * size + margin + column * width;
      for (let x = 0; x < width; x += 1) {
        const level = raster[line + (mirrored ? width - 1 - x : x)] ?? 0;
        if (level > 0) pixels[target + x] = level + offset;
      }
    }
  }
  return { size, pixels, palette: paletteOf(name) };
}

function digitAt(name: string, at: number): number {
  return Number.parseInt(name.charAt(at), 16);
}

/** A light background and two contrasting colours, derived from the first four digits. */
function paletteOf(name: string): Picture['palette'] {
  const hue = (Number.parseInt(name.slice(0, 3), 16) / 4096) * 360;
  const ground = fromHsl(hue, 0.45, 0.93);
  const first = fromHsl(hue, 0.5, 0.42);
  const second = fromHsl((hue + 25 + digitAt(name, 3) * 5) % 360, 0.6, 0.6);
  return [...shades(ground, first), ...shades(ground, second)];
}

type Cell = {
  readonly row: number;
  readonly column: number;
  readonly shape: Shape;
  readonly upsideDown: boolean;
  readonly mirrored: boolean;
  readonly colour: 0 | 1;
};

/** Two digits per cell of the left half and the middle: the shape, and its orientation and colour. */
const cellsOf = function* (name: string): Generator<Cell> {
  for (let row = 0; row < CELLS; row += 1) {
    for (let column = 0; column <= MIDDLE; column += 1) {
      const at = 4 + 2 * (row * (MIDDLE + 1) + column);
      const turn = digitAt(name, at + 1);
      const shape = shapeOf(digitAt(name, at), column === MIDDLE);
      if (shape === undefined) continue;
      const mirrored = turn % 2 === 1;
      const cell = {
        row,
        column,
        shape,
        upsideDown: turn % 4 >= 2,
        mirrored,
        colour: turn >= 11 ? 1 : 0,
      } as const;
      yield cell;
      if (column !== MIDDLE) yield { ...cell, column: CELLS - 1 - column, mirrored: !mirrored };
    }
  }
};

/** Shapes in the middle column must be symmetric. */
function shapeOf(kind: number, isMiddle: boolean): Shape | undefined {
  if (kind < 5) return undefined;
  if (kind < 9) return square;
  if (kind < 11) return disc;
  if (kind < 12) return diamond;
  if (kind < 14) return isMiddle ? square : quarter;
  return isMiddle ? disc : wedge;
}

/** Rasterizes each shape once, even if several cells use it. */
function cachedRasters(width: number): (shape: Shape) => Uint8Array {
  const known = new Map<Shape, Uint8Array>();
  return (shape) => {
    const raster = known.get(shape) ?? rasterize(shape, width);
    known.set(shape, raster);
    return raster;
  };
}
