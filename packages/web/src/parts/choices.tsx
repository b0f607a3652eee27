import type { ReactElement } from 'react';
import choices from './choices.module.css';

type ChoicesProps<T> = {
  readonly options: readonly T[];
  readonly chosen: T;
  readonly nameOf: (option: T) => string;
  readonly onChoose: (option: T) => void;
  readonly className?: string | undefined;
} & ({ readonly 'aria-label': string } | { readonly 'aria-labelledby': string });

/** Buttons side by side, of which one is chosen. */
export function Choices<T extends string | number>({
  options,
  chosen,
  nameOf,
  onChoose,
  className = '',
  ...label
}: ChoicesProps<T>): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span className={`${choices['choices']} ${className}`} role="group" {...label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === chosen} onClick={() => onChoose(option)}>
          {nameOf(option)}
        </button>
      ))}
    </span>
  );
}
