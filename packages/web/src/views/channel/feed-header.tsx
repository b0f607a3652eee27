import type { ReactElement } from 'react';
import { ChannelHeader, ChannelTabs } from './channel-header.tsx';

/** The lines above the feed of a channel. */
export function FeedHeader({ channelId }: { readonly channelId: number }): ReactElement {
  return (
    <>
      <ChannelHeader channelId={channelId} />
      <div className="feed-tabs">
        <div className="wrap wide">
          <ChannelTabs channelId={channelId} current="feed" />
        </div>
      </div>
    </>
  );
}
