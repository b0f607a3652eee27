import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type ChannelEvent = Extract<EventPayload, { type: 'stream' | 'subscription' }>;

/** Clients without the `archived_channels` capability see an archived channel as deleted. */
export function adaptChannelEvent(
  event: ChannelEvent,
  { capabilities }: ClientOptions,
): readonly EventPayload[] {
  if (capabilities.archived_channels === true) return [event];
  if (event.type === 'stream' && event.op === 'update' && event.property === 'is_archived')
    return event.value === true
      ? [
          {
            type: 'stream',
            op: 'delete',
            stream_ids: [event.stream_id],
            streams: [{ stream_id: event.stream_id }],
          },
        ]
      : [];
  if (event.type === 'stream' && event.op === 'create') {
    const streams = event.streams.filter((channel) => !channel.is_archived);
    return streams.length === 0 ? [] : [{ ...event, streams }];
  }
  if (event.type === 'subscription' && event.op === 'add') {
    const subscriptions = event.subscriptions.filter((channel) => !channel.is_archived);
    return subscriptions.length === 0 ? [] : [{ ...event, subscriptions }];
  }
  return [event];
}
