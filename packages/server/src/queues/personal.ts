import { isInside } from '../log/audience.ts';
import type { LoggedEvent, SentMessage } from '../log/logged-event.ts';
import { flagsOfSent } from '../messages/fit.ts';
import { NOTHING_PERSONAL, type EventReader, type FlagsByUser, type Personal } from './event-adapter.ts';

export const personalOf = (event: LoggedEvent, reader: EventReader, flags: FlagsByUser): Personal => {
  switch (event.type) {
    case 'message':
      return {
        flags: flagsOfSent(event, reader.personId, reader.isReceiver),
        localId: event.echo?.queue === reader.queueId ? event.echo.localId : undefined,
        ...(isStranger(event, reader) ? { isStranger: true } : {}),
      };
    case 'update_message':
      return { flags: flags.get(reader.personId) ?? ['read'], localId: undefined };
    default:
      return NOTHING_PERSONAL;
  }
};

const isStranger = (
  { hidden, message }: SentMessage,
  { isGuest, personId, channels }: EventReader,
): boolean =>
  hidden !== undefined &&
  isGuest &&
  message.sender_id !== personId &&
  !isInside(hidden.circle, { id: personId, channels });

/** The message whose flags every reader of an event is to be told. */
export const flaggedMessage = (event: LoggedEvent): number | undefined =>
  event.type === 'update_message' ? event.message_id : undefined;
