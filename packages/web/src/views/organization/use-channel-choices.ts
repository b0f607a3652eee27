import { useMemo } from 'react';
import { visibleChannels } from '../../data/derived/channels.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import type { RealmChoice } from './realm-entries.ts';

/** Channels that the reader can see by name, and none of them. */
export function useChannelChoices(): readonly RealmChoice[] {
  const chat = useChat();
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const unsubscribed = useSelect(chat.state, (state) => state.unsubscribed);
  const others = useSelect(chat.state, (state) => state.never_subscribed);
  return useMemo(() => {
    const channels = visibleChannels({
      ...(subscriptions === undefined ? {} : { subscriptions }),
      ...(unsubscribed === undefined ? {} : { unsubscribed }),
      ...(others === undefined ? {} : { never_subscribed: others }),
    });
    return [
      { value: -1, name: t('No channel') },
      ...channels
        .map(({ stream_id: value, name }) => ({ value, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    ];
  }, [subscriptions, unsubscribed, others]);
}
