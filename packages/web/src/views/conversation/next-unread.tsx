import type { ReactElement } from 'react';
import { subscriptionById } from '../../data/derived/channels.ts';
import { narrowKey, type Narrow } from '../../data/narrow/narrow.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { useShownCell } from '../../list/use-shown-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { nextUnread } from '../../screen/going.ts';
import { RowCount } from '../conversation-rows/row-count.tsx';
import { narrowName } from '../../screen/titles.ts';
import styles from './next-unread.module.css';

export type NextUnreadProps = {
  /** The conversation at whose end the link stands. */
  readonly narrow: Narrow;
  /** In a hidden conversation the link stays as it was, so that showing the conversation changes nothing. */
  readonly isShown: boolean;
};

/** The way to the next unread conversation, at the end of a conversation. */
export function NextUnread({ narrow, isShown }: NextUnreadProps): ReactElement | null {
  const { chat, addressOf } = useChatScreen();
  const unread = useShownCell(chat.unread, isShown);
  const state = chat.state.get();
  const next = nextUnread(unread.order, { view: 'messages', narrow }, ({ isMuted }) => !isMuted);
  if (next === undefined) return null;
  const channel = next.kind === 'topic' ? subscriptionById(state, next.channelId)?.name : undefined;
  const name =
    next.kind === 'topic' ? (next.topic === '' ? t('general chat') : next.topic) : narrowName(state, next);
  return (
    <a className={styles['next']} href={addressOf({ view: 'messages', narrow: next })}>
      <span className="quiet">{t('Next unread')}</span>
      <span className="clip">
        <b>
          <bdi>{name}</bdi>
        </b>
        {channel === undefined ? null : ` ${t('in {channel}', { channel })}`}
      </span>
      <RowCount unread={unread.byKey.get(narrowKey(next))} isDirect={next.kind === 'direct'} />
      <kbd className="key desk-only">{next.kind === 'topic' ? 'N' : 'P'}</kbd>
      <Icon name="right" isSmall />
    </a>
  );
}
