import { isInside } from '../../engine/log/audience.ts';
import type { HiddenUser, LoggedEvent } from '../../engine/log/logged-event.ts';
import { flagsOfSent } from './adapt.ts';
import {
  NOTHING_PERSONAL,
  type EventReader,
  type FlagsByUser,
  type Personal,
} from '../../delivery/event-adapter.ts';

export function personalOf(event: LoggedEvent, reader: EventReader, flags: FlagsByUser): Personal {
  switch (event.type) {
    case 'message':
      return {
        flags: flagsOfSent(event, reader.userId, reader.isReceiver),
        localId: localIdFor(event, reader),
        ...(isStranger(event.hidden, event.message.sender_id, reader) ? { isStranger: true } : {}),
      };
    case 'reaction':
      return isStranger(event.hidden, event.user_id, reader)
        ? { ...NOTHING_PERSONAL, isStranger: true }
        : NOTHING_PERSONAL;
    case 'update_message':
      return { flags: flags.get(reader.userId) ?? ['read'], localId: undefined };
    default:
      return NOTHING_PERSONAL;
  }
}

/** Only the sender's own queue gets the id that the sender gave the message. */
function localIdFor(
  { echo, message }: Extract<LoggedEvent, { type: 'message' }>,
  { queueId, userId }: EventReader,
): string | undefined {
  return echo?.queue === queueId && message.sender_id === userId ? echo.localId : undefined;
}

function isStranger(
  hidden: HiddenUser | undefined,
  shownUserId: number,
  { isGuest, userId, channels }: EventReader,
): boolean {
  return (
    hidden !== undefined &&
    isGuest &&
    shownUserId !== userId &&
    !isInside(hidden.visibleTo, { id: userId, channels })
  );
}

/** The message whose flags an event carries for each reader. */
export function flaggedMessage(event: LoggedEvent): number | undefined {
  return event.type === 'update_message' ? event.message_id : undefined;
}
