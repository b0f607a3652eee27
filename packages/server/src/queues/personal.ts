import { isInside } from '../log/audience.ts';
import type { HiddenUser, LoggedEvent } from '../log/logged-event.ts';
import { flagsOfSent } from '../messages/fit.ts';
import { NOTHING_PERSONAL, type EventReader, type FlagsByUser, type Personal } from './event-adapter.ts';

export const personalOf = (event: LoggedEvent, reader: EventReader, flags: FlagsByUser): Personal => {
  switch (event.type) {
    case 'message':
      return {
        flags: flagsOfSent(event, reader.personId, reader.isReceiver),
        localId: event.echo?.queue === reader.queueId ? event.echo.localId : undefined,
        ...(isStranger(event.hidden, event.message.sender_id, reader) ? { isStranger: true } : {}),
      };
    case 'reaction':
      return isStranger(event.hidden, event.user_id, reader)
        ? { ...NOTHING_PERSONAL, isStranger: true }
        : NOTHING_PERSONAL;
    case 'update_message':
      return { flags: flags.get(reader.personId) ?? ['read'], localId: undefined };
    default:
      return NOTHING_PERSONAL;
  }
};

const isStranger = (
  hidden: HiddenUser | undefined,
  userId: number,
  { isGuest, personId, channels }: EventReader,
): boolean =>
  hidden !== undefined &&
  isGuest &&
  userId !== personId &&
  !isInside(hidden.circle, { id: personId, channels });

/** The message whose flags every reader of an event is to be told. */
export const flaggedMessage = (event: LoggedEvent): number | undefined =>
  event.type === 'update_message' ? event.message_id : undefined;
