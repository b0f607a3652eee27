import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from '../queues/wishes.ts';
import { shownTopic } from './name.ts';

/** Who asked for the newer form does not get the older one; who knows no empty topic sees its name. */
export const fitTopics = (event: EventPayload, wishes: Wishes): readonly EventPayload[] => {
  switch (event.type) {
    case 'muted_topics':
      return wishes.eventTypes?.includes('user_topic') === true ? [] : [event];
    case 'user_topic':
      return [{ ...event, topic_name: shownTopic(event.topic_name, wishes) }];
    default:
      return [event];
  }
};
