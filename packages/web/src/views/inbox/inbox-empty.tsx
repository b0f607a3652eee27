import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../chat-context.ts';
import { Dome } from '../signs/dome.tsx';
import { conversationName } from '../titles/titles.ts';
import { useMinute } from '../use-minute.ts';

/** Shown when nothing is unread. */
export function InboxEmpty({ isBelowLater }: { readonly isBelowLater: boolean }): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const state = useCell(chat.state);
  const [last] = useCell(chat.conversations.recent);
  const undoable = useCell(chat.actions.undoable);
  const time = useMinute();
  return (
    <div className={isBelowLater ? 'empty short' : 'empty'}>
      <Dome />
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
      <div className="acts">
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
