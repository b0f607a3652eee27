import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { t } from '../../words/index.ts';
import styles from './row-tools.module.css';

export type RowToolsProps = {
  /** Name of the row, for the names of the buttons. */
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onEdit: () => void;
  /** Moves the row to another place of the order. */
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
};

/** Buttons and menu of a row of an ordered table. */
export function RowTools(props: RowToolsProps): ReactElement {
  const { name, index, count, onEdit, onMove, onRemove } = props;
  return (
    <span className={styles['tools']}>
      <IconButton icon="pencil" label={t('Edit {name}', { name })} onClick={onEdit} />
      <MenuButton
        label={t('Actions for {name}', { name })}
        groups={() => [
          {
            entries: [
              {
                id: 'up',
                label: t('Move up'),
                isDisabled: index === 0,
                run: () => onMove(index - 1),
              },
              {
                id: 'down',
                label: t('Move down'),
                isDisabled: index === count - 1,
                run: () => onMove(index + 1),
              },
            ],
          },
          { entries: [{ id: 'remove', label: t('Remove'), icon: 'trash', isDanger: true, run: onRemove }] },
        ]}
      >
        <Icon name="dots" />
      </MenuButton>
    </span>
  );
}

/** The list with one of its parts at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}
