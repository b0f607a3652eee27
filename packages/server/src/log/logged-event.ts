import type { EventPayload } from '@parley/contract/events.ts';
import type { EditedMessages, SentMessage } from '../messages/logged.ts';
import type { FileOfNewMessage } from '../uploads/logged.ts';

/** An event as it stands in the log: as on the wire, but for those that each reader sees a little differently. */
export type LoggedEvent =
  | Exclude<EventPayload, { type: 'message' | 'update_message' }>
  | SentMessage
  | EditedMessages
  | FileOfNewMessage;
