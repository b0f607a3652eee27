import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useCell, useWatched } from '../../parts/use-cell.ts';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { conversationName } from '../../screen/titles.ts';
import { useMinute } from '../../screen/use-minute.ts';
import emptyStyles from '../../parts/empty.module.css';

export type InboxEmptyProps = {
  readonly isBelowLater: boolean;
  /** The organization of an owner, or the account of another user, is new. */
  readonly isNew: boolean;
};

/** Shown when nothing is unread. */
export function InboxEmpty({ isBelowLater, isNew }: InboxEmptyProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const state = useWatched(chat.state);
  const [last] = useCell(chat.conversations.recent);
  const undoable = useCell(chat.actions.undoable);
  const time = useMinute();
  if ((state.subscriptions ?? []).length === 0) return <EmptyView view="yours" />;
  if (isNew) return <EmptyView view="inbox" look={isBelowLater ? 'short' : undefined} />;
  return (
    <div className={isBelowLater ? `${emptyStyles['empty']} ${emptyStyles['short']}` : emptyStyles['empty']}>
      <h2>{t('Nothing unread')}</h2>
      <p>
        {last === undefined ? null : (
          <>
            {t('The last message was in')}{' '}
            <a href={addressOf({ view: 'messages', narrow: last.conversation })}>
              <bdi>{conversationName(state, last.conversation)}</bdi>
            </a>
            , {shortDay(last.timestamp, time)}.{' '}
          </>
        )}
        {t('New messages appear here by topic.')}
      </p>
      <div className={emptyStyles['actions']}>
        <a className="btn" href={addressOf({ view: 'recent' })}>
          <Icon name="clock" />
          {t('Recent conversations')}
        </a>
        {undoable === undefined ? null : (
          <button type="button" className="btn plain" onClick={() => void undoable.undo()}>
            <Icon name="history" />
            {t('Undo “{change}”', { change: undoable.text })}
          </button>
        )}
      </div>
    </div>
  );
}
