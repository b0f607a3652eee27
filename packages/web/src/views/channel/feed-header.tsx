import type { ReactElement } from 'react';
import { ChannelHeader, ChannelTabs } from './channel-header.tsx';
import styles from './feed-header.module.css';

/** The lines above the feed of a channel. */
export function FeedHeader({ channelId }: { readonly channelId: number }): ReactElement {
  return (
    <>
      <ChannelHeader channelId={channelId} />
      <div className={styles['tabs']}>
        <div className="wrap wide">
          <ChannelTabs channelId={channelId} current="feed" />
        </div>
      </div>
    </>
  );
}
