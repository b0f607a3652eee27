import type { CSSProperties } from 'react';
import type { IconName } from '../parts/icons.ts';

/** The sign of a channel tells who can read it. */
export function channelIconOf(channel: {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
}): IconName {
  if (channel.invite_only) return 'lock';
  return channel.is_web_public ? 'globe' : 'hash';
}

/** The hue of elements with the class `hue`: that of the channel, or gray's for one that is not subscribed to. */
export function channelStyle(color = '#888888'): CSSProperties {
  return { '--h': hueOfChannel(color) } as CSSProperties;
}

/** Hue of a color `#rrggbb`; only the hue is kept, so that every channel reads well in every theme. */
export function hueOfChannel(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  );
  const [l, m, s] = [
    0.4122 * red + 0.5363 * green + 0.0514 * blue,
    0.2119 * red + 0.6807 * green + 0.1074 * blue,
    0.0883 * red + 0.2817 * green + 0.63 * blue,
  ].map(Math.cbrt) as [number, number, number];
  const a = 1.978 * l - 2.4286 * m + 0.4506 * s;
  const b = 0.0259 * l + 0.7828 * m - 0.8087 * s;
  return Math.round(((Math.atan2(b, a) * 180) / Math.PI + 360) % 360);
}
