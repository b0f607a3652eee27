import type { ReactElement } from 'react';
import type { MessageWindow } from '../data/chat.ts';
import { Icon } from '../parts/icon.tsx';
import { useCell } from '../parts/use-cell.ts';
import { t } from '../words/index.ts';
import type { ListController } from './controller.ts';
import styles from './jump.module.css';

export type JumpToEndProps = {
  readonly controller: ListController;
  readonly window: MessageWindow;
};

export function JumpToEnd({ controller, window }: JumpToEndProps): ReactElement | null {
  const isAtEnd = useCell(controller.isAtEnd);
  const { ids } = useCell(window.view);
  if (isAtEnd || ids.length === 0) return null;
  return (
    <button type="button" className={`btn ${styles['jump']}`} onClick={controller.goToEnd}>
      <Icon name="down" isSmall />
      {t('Jump to the end')}
    </button>
  );
}
