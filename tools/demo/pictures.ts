import { encodeTrueColourPng } from '@parley/server/organization/avatars/png.ts';
import { seeded } from '@parley/test-support/seeded.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** A star at a point from 0 to 1, with its size in pixels. */
type Star = { readonly x: number; readonly y: number; readonly size: number };

const STARLIGHT: Color = [255, 250, 225];

/** The color of a point; x and y run from 0 to 1. */
type Shade = (x: number, y: number) => Color;

/** Paints a picture with stars on it and encodes it as PNG. */
function paint(width: number, height: number, shade: Shade, stars: readonly Star[] = []): Buffer {
  const pixels = new Uint8Array(height * width * 3);
  const dot = (x: number, y: number, [red, green, blue]: Color): void => {
    const at = (y * width + x) * 3;
    pixels[at] = Math.round(red);
    pixels[at + 1] = Math.round(green);
    pixels[at + 2] = Math.round(blue);
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) dot(x, y, shade(x / width, y / height));
  for (const { x, y, size } of stars)
    for (let down = 0; down < size; down += 1)
      for (let right = 0; right < size; right += 1)
        dot(
          Math.min(width - 1, Math.floor(x * width) + right),
          Math.min(height - 1, Math.floor(y * height) + down),
          STARLIGHT,
        );
  return encodeTrueColourPng(width, pixels);
}

/** Mixes two colors; 0 is the first one. */
function mix(from: Color, to: Color, share: number): Color {
  const part = Math.min(1, Math.max(0, share));
  return [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part,
  ];
}

const DUSK: readonly Color[] = [
  [28, 42, 74],
  [122, 106, 134],
  [217, 154, 108],
];

function sky(y: number): Color {
  const [top = [0, 0, 0], middle = top, low = middle] = DUSK;
  return y < 0.7 ? mix(top, middle, y / 0.7) : mix(middle, low, (y - 0.7) / 0.3);
}

/** Stars above a height, the same for every start. */
function starsOf(count: number, seed: number, lowest: number): Star[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => ({
    x: random.next(),
    y: random.next() * lowest,
    size: random.chance(0.2) ? 3 : 2,
  }));
}

/** The dome at dusk with its cover half open. */
export function domeAtDusk(): Buffer {
  return paint(960, 540, dome, starsOf(26, 44, 0.3));
}

function dome(x: number, y: number): Color {
  const hill = 0.8 + 0.03 * Math.sin(x * 9);
  const isDome = Math.hypot((x - 0.5) * 16, (y - 0.67) * 9) < 3 && y < 0.8;
  if (y > 0.8 && y < 0.865 && Math.abs(x - 0.5) < 0.2125) return [85, 77, 82];
  if (isDome && Math.abs(x - 0.52) < 0.035 && y < 0.645) return y < 0.47 ? [139, 131, 120] : [28, 34, 48];
  if (isDome) return x < 0.5 ? [207, 199, 189] : [231, 225, 216];
  if (y > hill) return [42, 39, 51];
  return sky(y);
}

/** The motor of the cover, opened. */
export function openedMotor(): Buffer {
  return paint(800, 713, (x, y) => {
    const radius = Math.hypot((x - 0.5) * 8, (y - 0.5) * 7.13);
    const angle = Math.atan2(y - 0.5, x - 0.5);
    const isSpoke = Math.abs(Math.sin(angle * 4)) < 0.12;
    if (radius < 0.6) return [194, 161, 90];
    if (radius < 2) return isSpoke ? [109, 119, 130] : [46, 53, 61];
    if (radius < 2.9) return [77, 86, 96];
    return mix([60, 70, 83], [185, 178, 162], y);
  });
}

/** A night sky over the harbor, lighter towards the horizon. */
export function nightSky(): Buffer {
  const air = (_x: number, y: number): Color =>
    y > 0.9 ? [14, 16, 24] : mix([6, 8, 30], [36, 52, 104], y * y);
  return paint(600, 600, air, starsOf(260, 45, 0.88));
}

/** A round portrait-like avatar: a planet in the given color. */
export function planet(color: Color): Buffer {
  return paint(256, 256, (x, y) => {
    const radius = Math.hypot(x - 0.5, y - 0.5);
    const ring = Math.abs(Math.hypot((x - 0.5) * 0.9, (y - 0.5 + (x - 0.5) * 0.35) * 3.4) - 0.42);
    if (ring < 0.035 && (radius > 0.28 || y > 0.5 - (x - 0.5) * 0.35)) return [240, 226, 190];
    if (radius < 0.28) return mix(color, [255, 255, 255], 0.5 - (x + y - 0.6));
    return mix([20, 26, 48], [38, 44, 80], y);
  });
}

/** The emoji of the organization: a small dome. */
export function domeEmoji(): Buffer {
  return paint(64, 64, (x, y) => {
    const isDome = Math.hypot(x - 0.5, y - 0.66) < 0.4 && y < 0.66;
    if (isDome) return Math.abs(x - 0.56) < 0.06 ? [28, 34, 48] : [225, 218, 208];
    return y >= 0.66 && y < 0.8 && Math.abs(x - 0.5) < 0.42 ? [85, 77, 82] : [28, 42, 74];
  });
}
