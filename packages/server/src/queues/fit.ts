import type { EventPayload } from '@parley/contract/events.ts';
import { fitChannels } from '../channels/fit.ts';
import { fitEmoji, fitReactionType } from '../emoji/fit.ts';
import { fitGroups } from '../groups/fit.ts';
import { fitLinkifiers } from '../linkifiers/fit.ts';
import type { LoggedEvent } from '../log/logged-event.ts';
import { fitDeleted, fitEdited, fitFlags, fitSent } from '../messages/fit.ts';
import type { EventAdapter, Personal } from './event-adapter.ts';
import { flaggedMessage, personalOf } from './personal.ts';
import { hearsMessage } from './narrow.ts';
import { fitPeople } from '../people/fit.ts';
import { fitPresence } from '../presence/fit.ts';
import { fitProfileFields } from '../profile-fields/fit.ts';
import { fitReaction } from '../reactions/fit.ts';
import { fitTopics } from '../topics/fit.ts';
import { fitTyping, fitTypingEdit } from '../typing/fit.ts';
import type { Wishes } from './wishes.ts';

/** The list of features whose events differ between clients. */
export function createEventAdapter(loadFlags: EventAdapter['loadFlags']): EventAdapter {
  return {
    adapt,
    personalOf,
    admits: (narrow, event, personal) =>
      event.type !== 'message' || hearsMessage(narrow, event, personal.flags),
    flaggedMessage,
    loadFlags,
  };
}

/** An event as one kind of client is to see it: as it is, changed, several, or not at all. */
const adapt = (event: LoggedEvent, wishes: Wishes, personal: Personal): readonly EventPayload[] => {
  switch (event.type) {
    case 'message':
      return fitSent(event, wishes, personal);
    case 'update_message':
      return fitEdited(event, wishes, personal);
    case 'reaction':
      return fitReaction(event, wishes, personal);
    case 'delete_message':
      return fitDeleted(event, wishes);
    case 'update_message_flags':
      return fitFlags(event, wishes);
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
    case 'typing':
      return fitTyping(event, wishes);
    case 'typing_edit_message':
      return fitTypingEdit(event, wishes);
    case 'presence':
      return fitPresence(event, wishes);
    case 'user_status':
      return [fitReactionType(event, wishes.isPublicClient === true)];
    case 'realm_emoji':
      return fitEmoji(event, wishes);
    case 'realm_linkifiers':
      return fitLinkifiers(event, wishes);
    default:
      return [event];
  }
};
