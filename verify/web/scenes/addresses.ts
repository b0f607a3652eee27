import type { Cast } from '../../../tools/demo/cast.ts';

/** Ids of channels of the sample, in the order of their creation. */
const CHANNELS = ['dome', 'pipeline', 'seeing', 'general', 'board', 'lunch'] as const;

type SampleChannelName = (typeof CHANNELS)[number];

function channelPart(channel: SampleChannelName): string {
  return `channel/${CHANNELS.indexOf(channel) + 1}-${channel}`;
}

export function channelAddress(channel: SampleChannelName): string {
  return `#narrow/${channelPart(channel)}`;
}

export function channelTopicsAddress(channel: SampleChannelName): string {
  return `#topics/${channelPart(channel)}`;
}

/** The address of a topic, encoded as in links of messages. */
export function topicAddress(channel: SampleChannelName, topic: string): string {
  const encoded = encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.');
  return `#narrow/${channelPart(channel)}/topic/${encoded}`;
}

export function directAddress(...keys: readonly string[]): (cast: Cast) => string {
  return (cast) => `#narrow/dm/${keys.map((key) => cast.idOf(key)).join(',')}`;
}
