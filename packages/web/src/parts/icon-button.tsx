import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> & {
  readonly icon: IconName;
  /** Accessible name; also the text of the tooltip, with the key behind it. */
  readonly label: string;
  readonly shortcut?: string;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function IconButton({
  icon,
  label,
  shortcut,
  className = '',
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={`ib ${className}`}
      aria-label={label}
      data-tip={label}
      data-tip-key={shortcut}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
