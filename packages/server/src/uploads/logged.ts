import type { EventPayload } from '@parley/contract/events.ts';

type Updated = Extract<EventPayload, { type: 'attachment'; op: 'update' }>;

/**
 * A file to which a new message refers, as it stands in the log. The message's id is its own place there, which is
 * known only when it is read: it stands so many places before.
 */
export type FileOfNewMessage = Updated & { readonly messageBefore?: number };

export const withMessageId = ({ messageBefore, ...event }: FileOfNewMessage, position: number): Updated =>
  messageBefore === undefined
    ? event
    : {
        ...event,
        attachment: {
          ...event.attachment,
          message_ids: [...event.attachment.message_ids, position - messageBefore],
        },
      };
