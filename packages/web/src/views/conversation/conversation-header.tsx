import { Suspense, type ReactElement } from 'react';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { BackButton } from '../back-button.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { useChat } from '../../screen/chat-context.ts';
import { narrowName } from '../../screen/titles.ts';
import { DirectHeader } from './direct-header.tsx';
import { TopicHeader } from './topic-header.tsx';

/** Feeds of channels are seldom the first view. */
const FeedHeader = lazyPart(async () => (await import('../channel/feed-header.tsx')).FeedHeader);

/** The line above a list of messages. */
export function ConversationHeader({ narrow }: { readonly narrow: Narrow }): ReactElement {
  const chat = useChat();
  switch (narrow.kind) {
    case 'topic':
      return <TopicHeader channelId={narrow.channelId} topic={narrow.topic} />;
    case 'direct':
      return <DirectHeader userIds={narrow.userIds} />;
    case 'channel':
      return (
        <Suspense fallback={<header className="top wide" />}>
          <FeedHeader channelId={narrow.channelId} />
        </Suspense>
      );
    case 'all':
    case 'mentions':
    case 'starred':
    case 'reactions':
    case 'search':
      return (
        <header className="top has-back">
          <div className="wrap">
            <BackButton />
            <div className="title">
              <h1>{narrowName(chat.state.get(), narrow)}</h1>
            </div>
          </div>
        </header>
      );
  }
}
