import type { EventPayload } from '@parley/contract/events.ts';
import { adaptChannelEvent } from '../chat/channels/adapt.ts';
import { adaptEmojiEvent, adaptReactionType } from '../organization/emoji/adapt.ts';
import { adaptGroupEvent } from '../organization/groups/adapt.ts';
import { adaptLinkifierEvent } from '../organization/linkifiers/adapt.ts';
import type { LoggedEvent } from '../engine/log/logged-event.ts';
import {
  adaptDeletedMessage,
  adaptEditedMessage,
  adaptFlagEvent,
  adaptSentMessage,
} from '../chat/messages/adapt.ts';
import type { EventAdapter, Personal } from '../delivery/event-adapter.ts';
import { flaggedMessage, personalOf } from '../chat/messages/personal.ts';
import { matchesQueueNarrow } from '../chat/messages/queue-narrow.ts';
import { adaptUserEvent } from '../organization/users/adapt.ts';
import { adaptPresenceEvent } from '../organization/presence/adapt.ts';
import { adaptProfileFieldEvent } from '../organization/profile-fields/adapt.ts';
import { adaptReactionEvent } from '../chat/reactions/adapt.ts';
import { adaptMessagePiece } from '../chat/streamed-messages/adapt.ts';
import { adaptTopicEvent } from '../chat/topics/adapt.ts';
import { adaptTypingEvent, adaptTypingEditEvent } from '../chat/typing/adapt.ts';
import type { ClientOptions } from '../delivery/client-options.ts';

/** Adapts events to the options of a client, feature by feature. */
export function createEventAdapter(loadFlags: EventAdapter['loadFlags']): EventAdapter {
  return {
    adapt,
    personalOf,
    admits: (narrow, event, personal) =>
      event.type !== 'message' || matchesQueueNarrow(narrow, event, personal.flags),
    flaggedMessage,
    loadFlags,
  };
}

/** Returns the events to deliver instead: the same one, a changed one, several, or none. */
function adapt(
  event: LoggedEvent,
  clientOptions: ClientOptions,
  personal: Personal,
): readonly EventPayload[] {
  switch (event.type) {
    case 'message':
      return adaptSentMessage(event, clientOptions, personal);
    case 'update_message':
      return adaptEditedMessage(event, clientOptions, personal);
    case 'reaction':
      return adaptReactionEvent(event, clientOptions, personal);
    case 'delete_message':
      return adaptDeletedMessage(event, clientOptions);
    case 'update_message_flags':
      return adaptFlagEvent(event, clientOptions);
    case 'realm_user':
      return adaptUserEvent(event, clientOptions);
    case 'user_group':
      return adaptGroupEvent(event, clientOptions);
    case 'custom_profile_fields':
      return adaptProfileFieldEvent(event, clientOptions);
    case 'stream':
    case 'subscription':
      return adaptChannelEvent(event, clientOptions);
    case 'muted_topics':
    case 'user_topic':
      return adaptTopicEvent(event, clientOptions);
    case 'typing':
      return adaptTypingEvent(event, clientOptions);
    case 'typing_edit_message':
      return adaptTypingEditEvent(event, clientOptions);
    case 'message_piece':
      return adaptMessagePiece(event, clientOptions);
    case 'presence':
      return adaptPresenceEvent(event, clientOptions);
    case 'user_status':
      return [adaptReactionType(event, clientOptions.isPublicClient === true)];
    case 'realm_emoji':
      return adaptEmojiEvent(event, clientOptions);
    case 'realm_linkifiers':
      return adaptLinkifierEvent(event, clientOptions);
    default:
      return [event];
  }
}
