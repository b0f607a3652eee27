import { useId, type ReactElement } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import styles from './radio-cards.module.css';

export type RadioCard<T extends string> = {
  readonly value: T;
  readonly name: string;
  /** The meaning of the choice; for a disabled card who may choose it. */
  readonly about: string;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
};

export type RadioCardsProps<T extends string> = {
  readonly label: string;
  readonly cards: readonly RadioCard<T>[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
};

/** Few choices that need a sentence each, beside each other; below each other on a phone. */
export function RadioCards<T extends string>(props: RadioCardsProps<T>): ReactElement {
  const { label, cards, chosen, onChoose } = props;
  const id = useId();
  return (
    <fieldset className={styles['radio-cards']}>
      <legend className={styles['legend']}>{label}</legend>
      <div className={styles['cards']}>
        {cards.map(({ value, name, about, icon, isDisabled = false }) => (
          <label key={value} className={styles['card']}>
            {icon === undefined ? null : <Icon name={icon} />}
            <b className={styles['name']}>{name}</b>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === chosen}
              disabled={isDisabled}
              aria-label={name}
              aria-describedby={`${id}-${value}`}
              onChange={() => onChoose(value)}
            />
            <small id={`${id}-${value}`} className={styles['about']}>
              {about}
            </small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
