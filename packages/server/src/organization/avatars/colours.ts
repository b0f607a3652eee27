import { LEVELS } from './raster.ts';
import type { Colour } from './png.ts';

/** `hue` in degrees, the others between 0 and 1. */
export function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const strength = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** A gradient between two colours with one step per coverage level of a pixel. */
export function shades(from: Colour, to: Colour): Colour[] {
  return Array.from({ length: LEVELS + 1 }, (_, level) => {
    const mix = (index: 0 | 1 | 2): number =>
      Math.round(from[index] + ((to[index] - from[index]) * level) / LEVELS);
    return [mix(0), mix(1), mix(2)];
  });
}
