import type { ArgumentsOf } from '@parley/client';
import {
  createEventSubscription,
  deleteEventSubscription,
  getEventDeliveries,
  getEventSubscriptions,
  replayEventSubscription,
  rotateEventSubscriptionSecret,
  updateEventSubscription,
  type EventDelivery,
  type EventSubscription,
} from '@parley/contract/endpoints/event-subscriptions.ts';
import type { Chat } from '../chat.ts';

export type { EventDelivery, EventSubscription } from '@parley/contract/endpoints/event-subscriptions.ts';

export type NewSubscription = ArgumentsOf<typeof createEventSubscription>;
export type SubscriptionChange = Omit<ArgumentsOf<typeof updateEventSubscription>, 'subscription_id'>;

/** Event subscriptions of the user, oldest first. */
export async function readSubscriptions({ client }: Chat): Promise<readonly EventSubscription[]> {
  return (await client.call(getEventSubscriptions)).event_subscriptions;
}

/** Makes a subscription; the result is its secret, which is not shown again. */
export async function makeSubscription({ client }: Chat, wanted: NewSubscription): Promise<string> {
  return (await client.call(createEventSubscription, wanted)).secret;
}

export async function changeSubscription(
  { client }: Chat,
  id: number,
  change: SubscriptionChange,
): Promise<void> {
  await client.call(updateEventSubscription, { ...change, subscription_id: id });
}

export async function endSubscription({ client }: Chat, id: number): Promise<void> {
  await client.call(deleteEventSubscription, { subscription_id: id });
}

/** The newest attempts to deliver events, newest first. */
export async function readDeliveries({ client }: Chat, id: number): Promise<readonly EventDelivery[]> {
  return (await client.call(getEventDeliveries, { subscription_id: id })).deliveries;
}

/** Delivers an event and all later ones again. */
export async function replayFrom({ client }: Chat, id: number, eventId: number): Promise<void> {
  await client.call(replayEventSubscription, { subscription_id: id, last_event_id: eventId - 1 });
}

/** Gives a subscription another secret; for a day, requests are signed with both. */
export async function replaceSecret({ client }: Chat, id: number): Promise<string> {
  return (await client.call(rotateEventSubscriptionSecret, { subscription_id: id })).secret;
}
