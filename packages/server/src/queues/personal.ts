import type { LoggedEvent } from '../log/logged-event.ts';
import { flagsOfSent } from '../messages/fit.ts';
import type { Personal } from '../messages/logged.ts';

export const NOTHING_PERSONAL: Personal = { flags: [], localId: undefined };

type Ear = {
  readonly personId: number;
  readonly queueId: string;
  readonly isReceiver: boolean;
  readonly isGuest: boolean;
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
        ...(ear.isGuest && event.hidden !== undefined ? { guestId: ear.personId } : {}),
      };
    case 'update_message':
      return { flags: flags?.get(ear.personId) ?? ['read'], localId: undefined };
    default:
      return NOTHING_PERSONAL;
  }
};

/** Readers with the same key are sent the same bytes, as far as what is personal decides. */
export const personalKey = ({ flags, localId, guestId }: Personal): string =>
  flags.length === 0 && localId === undefined && guestId === undefined
    ? ''
    : `${flags.join(',')}|${guestId ?? ''}|${localId ?? ''}`;

/** The message whose flags every reader of an event is to be told. */
export const flaggedMessage = (event: LoggedEvent): number | undefined =>
  event.type === 'update_message' ? event.message_id : undefined;
