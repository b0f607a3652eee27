import { useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { fold } from '../../words/fold.ts';
import { plural, t } from '../../words/index.ts';
import { CHANNEL_FILTER_ID } from './focus-channel-filter.ts';
import styles from './channel-filter.module.css';

/** Tells which names contain what is typed. */
export type ChannelNameFilter = { readonly matches: (name: string) => boolean };

/** Finds a channel among many by a part of its name; Enter opens the first one, Escape shows all again. */
export function ChannelFilter(props: {
  readonly count: number;
  readonly onFilter: (filter: ChannelNameFilter | undefined) => void;
  readonly list: RefObject<HTMLElement | null>;
}): ReactElement {
  const { onFilter, list } = props;
  const [typed, setTyped] = useState('');
  const onType = (next: string): void => {
    setTyped(next);
    const part = fold(next.trim());
    onFilter(part === '' ? undefined : { matches: (name) => fold(name).includes(part) });
  };
  const first = (): HTMLElement | null | undefined =>
    list.current?.querySelector<HTMLElement>('a[data-rove]');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      const link = first();
      // Keys work again, as behind a click.
      link?.focus();
      link?.click();
      onType('');
    } else if (event.key === 'ArrowDown') first()?.focus();
    else if (event.key === 'Escape' && typed !== '') {
      onType('');
      // The next Escape leaves the field.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles['filter']}>
      <Icon name="search" isSmall />
      <input
        id={CHANNEL_FILTER_ID}
        aria-label={t('Filter channels')}
        placeholder={plural(props.count, { one: 'Filter # channel', other: 'Filter # channels' })}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
