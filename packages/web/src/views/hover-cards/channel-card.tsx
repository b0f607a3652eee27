import type { ReactElement } from 'react';
import { channelById } from '../../data/derived/channels.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import type { CardFrame } from './card-frame.ts';
import styles from './hover-cards.module.css';

/** A channel: what it is for, and how many read it. */
export function ChannelCard(props: {
  readonly channelId: number;
  readonly frame: CardFrame;
}): ReactElement | null {
  const { channelId, frame } = props;
  const channel = useSelect(useChat().state, (state) => channelById(state, channelId));
  if (channel === undefined) return null;
  const { subscriber_count: count } = channel;
  return frame(
    <>
      <div className={styles['sender']}>
        <ChannelIcon channelId={channelId} />
        <b className="clip">
          <bdi>{channel.name}</bdi>
        </b>
        <span className={styles['when']}>{plural(count, { one: '# person', other: '# people' })}</span>
      </div>
      <p className={styles['text']} dir="auto">
        {channel.description === '' ? t('No description') : channel.description}
      </p>
    </>,
  );
}
