import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { shownTopic } from './name.ts';

/** Clients that request `user_topic` events do not receive the older `muted_topics`. */
export function adaptTopicEvent(event: EventPayload, options: ClientOptions): readonly EventPayload[] {
  switch (event.type) {
    case 'muted_topics':
      return options.eventTypes?.includes('user_topic') === true ? [] : [event];
    case 'user_topic':
      return [{ ...event, topic_name: shownTopic(event.topic_name, options) }];
    default:
      return [event];
  }
}
