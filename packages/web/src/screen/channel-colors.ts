import { msg, t } from '../words/index.ts';

/** Colors that a user can give a channel. Only the hue of a color shows. */
const COLORS = [
  ['#4f8de4', msg('Blue')],
  ['#9987e1', msg('Violet')],
  ['#bd86e5', msg('Pink')],
  ['#e79ab5', msg('Rose')],
  ['#e4523d', msg('Red')],
  ['#f4ae55', msg('Orange')],
  ['#e7cc4d', msg('Yellow')],
  ['#94c849', msg('Olive')],
  ['#53a063', msg('Green')],
  ['#addfe5', msg('Teal')],
] as const;

export type ChannelColor = { readonly value: string; readonly name: string };

export function channelColors(): readonly ChannelColor[] {
  return COLORS.map(([value, name]) => ({ value, name: t(name) }));
}
