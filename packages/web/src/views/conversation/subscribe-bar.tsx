import type { ReactElement } from 'react';
import { subscribe } from '../../data/actions/own-actions.ts';
import { channelById, subscriptionById } from '../../data/derived/channels.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Says that a channel is read without subscription, and offers one. */
export function SubscribeBar({ channelId }: { readonly channelId: number }): ReactElement | null {
  const chat = useChat();
  const name = useSelect(chat.state, (state) =>
    subscriptionById(state, channelId) === undefined ? channelById(state, channelId)?.name : undefined,
  );
  if (name === undefined) return null;
  return (
    <div className="subbar">
      <div className="wrap">
        <Icon name="eye" />
        <p className="grow">
          {t('You are not subscribed to')} <bdi className="strong">#{name}</bdi>.{' '}
          <span className="desk-only">{t('New messages do not reach your inbox.')}</span>
        </p>
        <button
          type="button"
          className="btn primary"
          onClick={() => void attempt(subscribe(chat, channelId))}
        >
          {t('Subscribe')}
        </button>
      </div>
    </div>
  );
}
