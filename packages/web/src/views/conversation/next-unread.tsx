import type { ReactElement } from 'react';
import { subscriptionById } from '../../data/derived/channels.ts';
import { narrowKey } from '../../data/narrow/narrow.ts';
import { Icon } from '../../parts/icon.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen, usePlace } from '../../screen/chat-context.ts';
import { nextUnread } from '../../screen/going.ts';
import { RowCount } from '../conversation-rows/row-count.tsx';
import { narrowName } from '../../screen/titles.ts';

/** The way to the next unread conversation, at the end of a conversation. */
export function NextUnread(): ReactElement | null {
  const { chat, addressOf } = useChatScreen();
  const place = usePlace();
  const unread = useCell(chat.unread);
  const state = chat.state.get();
  const next = nextUnread(unread.order, place, ({ isMuted }) => !isMuted);
  if (next === undefined) return null;
  const channel = next.kind === 'topic' ? subscriptionById(state, next.channelId)?.name : undefined;
  const name =
    next.kind === 'topic' ? (next.topic === '' ? t('general chat') : next.topic) : narrowName(state, next);
  return (
    <a className="next" href={addressOf({ view: 'messages', narrow: next })}>
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
