import type { ReactElement } from 'react';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { BackButton } from '../back-button.tsx';
import { useChat } from '../chat-context.ts';
import { ChannelHeader } from '../channel/channel-header.tsx';
import { ChannelTabs } from '../channel/channel-header.tsx';
import { narrowName } from '../titles/titles.ts';
import { DirectHeader } from './direct-header.tsx';
import { TopicHeader } from './topic-header.tsx';

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
        <>
          <ChannelHeader channelId={narrow.channelId} />
          <div className="feed-tabs">
            <div className="wrap wide">
              <ChannelTabs channelId={narrow.channelId} current="feed" />
            </div>
          </div>
        </>
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
