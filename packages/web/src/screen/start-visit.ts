import { createClient } from '@parley/client';
import type { Chat } from '../data/chat.ts';
import { browserClock } from '../data/clock.ts';
import { createChat } from '../data/create-chat.ts';
import { visitorClient } from '../data/visitor/visitor-client.ts';
import { visitorSource } from '../data/visitor/visitor-source.ts';
import { onSight } from './on-sight.ts';

/**
 * Starts the client of a visitor without an account; nothing is stored in the browser. Undefined if the visitor wants a
 * channel that needs an account.
 */
export async function startVisit(wantedChannelId: number | undefined): Promise<Chat | undefined> {
  const client = visitorClient(
    createClient({ url: globalThis.location.origin, session: true, onTrouble: () => undefined }),
  );
  const source = visitorSource({
    client,
    clock: browserClock,
    isInSight: () => document.visibilityState === 'visible',
    onSight,
  });
  const { subscriptions = [] } = await source.first;
  if (wantedChannelId !== undefined && subscriptions.every(({ stream_id: id }) => id !== wantedChannelId)) {
    await source.close();
    return undefined;
  }
  return createChat(client, { source });
}
