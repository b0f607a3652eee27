import { extraEmoji } from '@parley/markdown/emoji';
import { fromHsl, shades } from '../../avatars/colours.ts';
import { DAY_SECONDS, picture } from '../../avatars/pages/picture.ts';
import { encodePng } from '../../avatars/png.ts';
import { rasterize, speechBubble } from '../../avatars/raster.ts';
import type { Page } from '../../../http/page.ts';

const SIZE = 64;
const shown = encodePng({
  size: SIZE,
  pixels: rasterize(speechBubble, SIZE),
  palette: shades(fromHsl(186, 0.35, 0.28), fromHsl(164, 0.31, 0.9)),
});

/** The pictures of the emoji outside Unicode. */
export const extraEmojiPages: readonly Page[] = [...extraEmoji.values()].map((path) => ({
  path,
  handle: async (world) => picture(world, shown, DAY_SECONDS),
}));
