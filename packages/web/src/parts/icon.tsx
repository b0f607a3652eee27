import type { CSSProperties, ReactElement } from 'react';
import { ICONS, type IconName } from './icons.ts';

export type IconProps = {
  readonly name: IconName;
  /** 16 px instead of 20. */
  readonly isSmall?: boolean;
  /** Draws the icon in the color of a channel. */
  readonly hue?: number;
  readonly className?: string | undefined;
};

/** A drawing without a meaning of its own; the control around it has the name. */
export function Icon({ name, isSmall = false, hue, className = '' }: IconProps): ReactElement {
  const classes = ['i', isSmall ? 's' : '', hue === undefined ? '' : 'hue', className].filter(Boolean);
  const style = hue === undefined ? undefined : ({ '--h': hue } as CSSProperties);
  return (
    <svg className={classes.join(' ')} viewBox="0 0 20 20" aria-hidden="true" style={style}>
      <path d={ICONS[name]} strokeWidth={name === 'dots' ? 2.4 : undefined} />
    </svg>
  );
}
