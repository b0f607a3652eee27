import type { Concern } from '../../delivery/readers/kinds.ts';
import type { Audience } from '../../engine/log/audience.ts';
import type { LogEntry } from '../../engine/log/entry.ts';
import { SUBSCRIPTION_READER } from './rows.ts';

/** A subscription and its owner, as far as they decide whether an entry may concern it. */
export type Subscriber = {
  readonly id: number;
  readonly userId: number;
  readonly types: ReadonlySet<string> | null;
  readonly isListening: boolean;
  /** Channels of the batch to which the owner is, or was, subscribed. */
  readonly channels: ReadonlySet<number>;
};

/** The subscriptions that entries may concern, by id. Roles and periods are judged at the delivery. */
export function concernsOf(entries: readonly LogEntry[], subscribers: readonly Subscriber[]): Concern[] {
  const concerns = new Map<number, Concern>();
  for (const entry of entries) {
    if (entry.kind !== 'event') continue;
    const { position: last, event, audience } = entry;
    for (const subscriber of subscribers) {
      if (subscriber.types?.has(event.type) === false || !mayReach(audience, subscriber)) continue;
      const { id } = subscriber;
      concerns.set(id, { kind: SUBSCRIPTION_READER, id, first: concerns.get(id)?.first ?? last, last });
    }
  }
  return [...concerns.values()];
}

/** Channels that audiences of the entries name. */
export function channelsIn(entries: readonly LogEntry[]): number[] {
  return [...new Set(entries.flatMap((entry) => (entry.kind === 'event' ? channelsOf(entry.audience) : [])))];
}

function channelsOf(audience: Audience): readonly number[] {
  if (audience.kind === 'subscribers') return [audience.channel];
  return audience.kind === 'union' ? audience.of.flatMap(channelsOf) : [];
}

function mayReach(audience: Audience, subscriber: Subscriber): boolean {
  switch (audience.kind) {
    case 'users':
      return audience.ids.includes(subscriber.userId);
    case 'subscribers':
      return subscriber.channels.has(audience.channel);
    case 'listeners':
      return subscriber.isListening;
    case 'union':
      return audience.of.some((part) => mayReach(part, subscriber));
    case 'everyone':
    case 'roles':
    case 'guests':
      return true;
  }
}
