import type { MessageFlag } from '@parley/contract/objects/message.ts';
import type { EventPayload } from '@parley/contract/events.ts';
import type { LoggedEvent } from '../engine/log/logged-event.ts';
import type { ClientOptions } from './client-options.ts';

/** Message flags by user id. */
export type FlagsByUser = ReadonlyMap<number, readonly MessageFlag[]>;

/** The queue that an event is adapted for, as far as its content can differ between readers. */
export type EventReader = {
  readonly userId: number;
  readonly queueId: string;
  /** False when the client sees the message only because it listens to channels without a subscription. */
  readonly isReceiver: boolean;
  readonly isGuest: boolean;
  readonly channels: ReadonlySet<number>;
};

/** Parts of an event that only one reader sees. */
export type Personal = {
  readonly flags: readonly MessageFlag[];
  readonly localId: string | undefined;
  /** The reader is a guest who may not see the user of the event. */
  readonly isStranger?: boolean;
};

export const NOTHING_PERSONAL: Personal = { flags: [], localId: undefined };

/** Knowledge about single kinds of events. The application supplies it, so that delivery depends on no feature. */
export type EventAdapter = {
  /** The event as clients with these options receive it: unchanged, changed, several events, or none. */
  adapt(event: LoggedEvent, clientOptions: ClientOptions, personal: Personal): readonly EventPayload[];
  personalOf(event: LoggedEvent, reader: EventReader, flags: FlagsByUser): Personal;
  /** Whether the narrow of a queue admits an event. */
  admits(narrow: ClientOptions['narrow'], event: LoggedEvent, personal: Personal): boolean;
  /** The message whose flags every reader of the event receives with it. */
  flaggedMessage(event: LoggedEvent): number | undefined;
  loadFlags(realmId: number, messageId: number, userIds: readonly number[]): Promise<FlagsByUser>;
};

/** Readers with the same key receive the same bytes, as far as their personal parts decide. */
export function personalKey({ flags, localId, isStranger: hides = false }: Personal): string {
  if (flags.length === 0 && localId === undefined && !hides) return '';
  return `${flags.join(',')}|${hides ? 'hidden' : ''}|${localId ?? ''}`;
}
