import type { ReactElement } from 'react';
import type { Chat } from '../../data/chat.ts';
import { channelById, subscriptionById } from '../../data/derived/channels.ts';
import { explainMissingPart } from '../../parts/new-version.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import styles from './subscribe-bar.module.css';

/** Says that a channel is read without subscription, and offers one. */
export function SubscribeBar({ channelId }: { readonly channelId: number }): ReactElement | null {
  const chat = useChat();
  const name = useSelect(chat.state, (state) =>
    subscriptionById(state, channelId) === undefined ? channelById(state, channelId)?.name : undefined,
  );
  if (name === undefined) return null;
  return (
    <div className={styles['bar']}>
      <div className={`wrap ${styles['line']}`}>
        <Icon name="eye" />
        <p className="grow">
          {t('You are not subscribed to')} <bdi className={styles['name']}>#{name}</bdi>.{' '}
          <span className="desk-only">{t('New messages do not reach your inbox.')}</span>
        </p>
        <button type="button" className="btn primary" onClick={() => void subscribeTo(chat, channelId)}>
          {t('Subscribe')}
        </button>
      </div>
    </div>
  );
}

/** Loaded when it is asked for: few look at a channel that they do not read. */
async function subscribeTo(chat: Chat, channelId: number): Promise<void> {
  try {
    const { subscribe } = await import('../../data/actions/own-actions.ts');
    await attempt(subscribe(chat, channelId));
  } catch {
    explainMissingPart();
  }
}
