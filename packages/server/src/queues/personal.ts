import { isInside } from '../log/audience.ts';
import type { LoggedEvent } from '../log/logged-event.ts';
import { flagsOfSent } from '../messages/fit.ts';
import type { Personal, SentMessage } from '../messages/logged.ts';

export const NOTHING_PERSONAL: Personal = { flags: [], localId: undefined };

type Ear = {
  readonly personId: number;
  readonly queueId: string;
  readonly isReceiver: boolean;
  readonly isGuest: boolean;
  readonly channels: ReadonlySet<number>;
};

export const personalOf = (
  event: LoggedEvent,
  ear: Ear,
  flags: ReadonlyMap<number, readonly string[]> | undefined,
): Personal => {
  switch (event.type) {
    case 'message':
      return {
        flags: flagsOfSent(event, ear.personId, ear.isReceiver),
        localId: event.echo?.queue === ear.queueId ? event.echo.localId : undefined,
        ...(isStranger(event, ear) ? { isStranger: true } : {}),
      };
    case 'update_message':
      return { flags: flags?.get(ear.personId) ?? ['read'], localId: undefined };
    default:
      return NOTHING_PERSONAL;
  }
};

const isStranger = ({ hidden, message }: SentMessage, { isGuest, personId, channels }: Ear): boolean =>
  hidden !== undefined &&
  isGuest &&
  message.sender_id !== personId &&
  !isInside(hidden.circle, { id: personId, channels });

/** Readers with the same key are sent the same bytes, as far as what is personal decides. */
export const personalKey = ({ flags, localId, isStranger: hides = false }: Personal): string =>
  flags.length === 0 && localId === undefined && !hides
    ? ''
    : `${flags.join(',')}|${hides ? 'hidden' : ''}|${localId ?? ''}`;

/** The message whose flags every reader of an event is to be told. */
export const flaggedMessage = (event: LoggedEvent): number | undefined =>
  event.type === 'update_message' ? event.message_id : undefined;
