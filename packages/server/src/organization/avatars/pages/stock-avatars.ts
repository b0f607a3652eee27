import type { Page } from '../../../http/page.ts';
import { DEFAULT_AVATAR, UNKNOWN_AVATAR } from '../../users/avatar.ts';
import { fromHsl, shades } from '../colours.ts';
import { encodePng } from '../png.ts';
import { headAndShoulders, rasterize } from '../raster.ts';
import { DAY_SECONDS, picture } from './picture.ts';

const SIZE = 250;
const silhouette = rasterize(headAndShoulders, SIZE);

/** A silhouette for users without an avatar on this server. */
function stockAvatar(path: string, hue: number, saturation: number): Page {
  const palette = shades(fromHsl(hue, saturation, 0.9), fromHsl(hue, saturation, 0.62));
  const png = encodePng({ size: SIZE, pixels: silhouette, palette });
  return { path, handle: async (world) => picture(world, png, DAY_SECONDS) };
}

export const defaultAvatar = stockAvatar(DEFAULT_AVATAR, 200, 0.3);
export const unknownAvatar = stockAvatar(UNKNOWN_AVATAR, 0, 0);
