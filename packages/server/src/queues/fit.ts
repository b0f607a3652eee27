import type { EventPayload } from '@parley/contract/events.ts';
import { fitChannels } from '../channels/fit.ts';
import { fitGroups } from '../groups/fit.ts';
import { fitLinkifiers } from '../linkifiers/fit.ts';
import { fitPeople } from '../people/fit.ts';
import { fitProfileFields } from '../profile-fields/fit.ts';
import { fitTopics } from '../topics/fit.ts';
import type { Wishes } from './wishes.ts';

/** An event as one kind of client is to see it: as it is, changed, several, or not at all. */
export const fit = (event: EventPayload, wishes: Wishes): readonly EventPayload[] => {
  switch (event.type) {
    case 'realm_user':
      return fitPeople(event, wishes);
    case 'user_group':
      return fitGroups(event, wishes);
    case 'custom_profile_fields':
      return fitProfileFields(event, wishes);
    case 'stream':
    case 'subscription':
      return fitChannels(event, wishes);
    case 'muted_topics':
    case 'user_topic':
      return fitTopics(event, wishes);
    case 'realm_linkifiers':
      return fitLinkifiers(event, wishes);
    default:
      return [event];
  }
};
