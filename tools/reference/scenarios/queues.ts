import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** A queue from its birth to its end. */
export async function queues({ show, prepare, refuse, amara, jonas }: Recorder): Promise<void> {
  const queue = await show(api.registerQueue, amara, {
    event_types: ['message', 'reaction'],
    fetch_event_types: ['starred_messages', 'recent_private_conversations'],
    apply_markdown: true,
  });
  await prepare(api.sendMessage, jonas, {
    type: 'direct',
    to: [amara.id],
    content: 'The dome is **open**.',
  });
  const { queue_id, last_event_id } = queue;
  await show(api.getEvents, amara, { queue_id, last_event_id });
  await show(api.deleteQueue, amara, { queue_id });
  await refuse('BAD_EVENT_QUEUE_ID', api.getEvents, amara, { queue_id, last_event_id });
}

/** An event subscription from its creation to its end. */
export async function eventSubscriptions({ show, refuse, amara }: Recorder): Promise<void> {
  const { id } = await show(api.createEventSubscription, amara, {
    url: 'https://observatory.example/events',
    event_types: ['message'],
    narrow: [['topic', 'novae']],
  });
  await show(api.updateEventSubscription, amara, { subscription_id: id, paused: true });
  await show(api.getEventSubscriptions, amara, {});
  await show(api.getEventDeliveries, amara, { subscription_id: id });
  await show(api.replayEventSubscription, amara, { subscription_id: id, last_event_id: 0 });
  await show(api.rotateEventSubscriptionSecret, amara, { subscription_id: id });
  await show(api.deleteEventSubscription, amara, { subscription_id: id });
  await refuse('BAD_REQUEST', api.deleteEventSubscription, amara, { subscription_id: id });
}
