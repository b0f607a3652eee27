import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { shownTopic } from './name.ts';

/** Who asked for the newer form does not get the older one; who knows no empty topic sees its name. */
export function adaptTopicEvent(event: EventPayload, policies: ClientOptions): readonly EventPayload[] {
  switch (event.type) {
    case 'muted_topics':
      return policies.eventTypes?.includes('user_topic') === true ? [] : [event];
    case 'user_topic':
      return [{ ...event, topic_name: shownTopic(event.topic_name, policies) }];
    default:
      return [event];
  }
}
