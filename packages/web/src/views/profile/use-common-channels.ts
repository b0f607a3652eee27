import { useEffect, useState } from 'react';
import { readUserChannels } from '../../data/actions/own-actions.ts';
import { subscriptionById, type SubscribedChannel } from '../../data/derived/channels.ts';
import { useWatched } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Channels that the reader and another user are subscribed to; none until the server has told. */
export function useCommonChannels(userId: number): readonly SubscribedChannel[] {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [ids, setIds] = useState<readonly number[]>([]);
  useEffect(() => {
    let isCurrent = true;
    readUserChannels(chat, userId).then(
      (found) => isCurrent && setIds(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [chat, userId]);
  return ids.flatMap((id) => subscriptionById(state, id) ?? []);
}
