import type { KnownChannel } from '../../data/derived/channels.ts';

export type ChannelSectionProps = {
  readonly channel: KnownChannel;
  /** Whether the user may administer the channel. */
  readonly mayChange: boolean;
};
