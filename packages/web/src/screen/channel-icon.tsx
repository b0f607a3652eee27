import type { ReactElement } from 'react';
import { channelById, subscriptionById } from '../data/derived/channels.ts';
import { Icon } from '../parts/icon.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { channelIconOf, hueOfChannel } from './channel-look.ts';
import { useChat } from './chat-context.ts';

export type ChannelIconProps = {
  readonly channelId: number;
  readonly isSmall?: boolean;
  readonly className?: string | undefined;
};

/** The sign of a channel in its own hue. */
export function ChannelIcon({ channelId, ...rest }: ChannelIconProps): ReactElement {
  const chat = useChat();
  const channel = useSelect(chat.state, (state) => channelById(state, channelId));
  const color = useSelect(chat.state, (state) => subscriptionById(state, channelId)?.color);
  return (
    <Icon
      name={channel === undefined ? 'hash' : channelIconOf(channel)}
      {...(color === undefined ? {} : { hue: hueOfChannel(color) })}
      {...rest}
    />
  );
}
