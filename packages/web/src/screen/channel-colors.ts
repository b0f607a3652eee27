import { later, t } from '../words/index.ts';

/** Colors that a user can give a channel. Only the hue of a color shows. */
const COLORS = [
  ['#4f8de4', later('Blue')],
  ['#9987e1', later('Violet')],
  ['#bd86e5', later('Pink')],
  ['#e79ab5', later('Rose')],
  ['#e4523d', later('Red')],
  ['#f4ae55', later('Orange')],
  ['#e7cc4d', later('Yellow')],
  ['#94c849', later('Olive')],
  ['#53a063', later('Green')],
  ['#addfe5', later('Teal')],
] as const;

export type ChannelColor = { readonly value: string; readonly name: string };

export function channelColors(): readonly ChannelColor[] {
  return COLORS.map(([value, name]) => ({ value, name: t(name) }));
}
