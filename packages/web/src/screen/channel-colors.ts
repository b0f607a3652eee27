import { t } from '../words/index.ts';

/** Colors that a user can give a channel. Only the hue of a color shows. */
const COLORS = [
  ['#4f8de4', 'Blue'],
  ['#9987e1', 'Violet'],
  ['#bd86e5', 'Pink'],
  ['#e79ab5', 'Rose'],
  ['#e4523d', 'Red'],
  ['#f4ae55', 'Orange'],
  ['#e7cc4d', 'Yellow'],
  ['#94c849', 'Olive'],
  ['#53a063', 'Green'],
  ['#addfe5', 'Teal'],
] as const;

export type ChannelColor = { readonly value: string; readonly name: string };

export function channelColors(): readonly ChannelColor[] {
  return COLORS.map(([value, name]) => ({ value, name: t(name) }));
}
