import { useEffect, useState, type ReactElement, type RefObject } from 'react';
import type { MessageWindow } from '../data/chat.ts';
import { isConversation, narrowKey } from '../data/narrow/narrow.ts';
import { Icon } from '../parts/icon.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { plural, t } from '../words/index.ts';
import { firstRowOnScreen } from './anchor.ts';
import type { ListController } from './controller.ts';
import styles from './jump.module.css';

export type UnreadAboveProps = {
  readonly window: MessageWindow;
  readonly controller: ListController;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly feed: RefObject<HTMLElement | null>;
};

/** Tells of unread messages above the screen, such as those that a jump to the end skipped. */
export function UnreadAbove({ window, controller, scroller, feed }: UnreadAboveProps): ReactElement | null {
  const chat = useChat();
  const [firstShown, setFirstShown] = useState<number>();
  const unread = useSelect(chat.unread, ({ byKey }) => byKey.get(narrowKey(window.narrow))?.ids);
  useEffect(
    () =>
      controller.onMove(() => {
        if (scroller.current === null || feed.current === null) return;
        setFirstShown(Number(firstRowOnScreen(scroller.current, feed.current)?.getAttribute('data-id')));
      }),
    [controller, scroller, feed],
  );
  if (unread === undefined || firstShown === undefined || !isConversation(window.narrow)) return null;
  const above = unread.filter((id) => id < firstShown);
  const [first] = above;
  if (first === undefined) return null;
  return (
    <div className={`${styles['jump']} ${styles['above']}`}>
      <button
        type="button"
        className="btn"
        onClick={() => {
          if (!controller.goTo(first)) void window.moveTo({ kind: 'id', id: first });
        }}
      >
        <Icon name="left" isSmall className={styles['up']} />
        {plural(above.length, { one: '# unread above', other: '# unread above' })}
      </button>
      <button type="button" className="btn" onClick={() => chat.actions.markRead(above)}>
        {t('Mark as read')}
      </button>
    </div>
  );
}
