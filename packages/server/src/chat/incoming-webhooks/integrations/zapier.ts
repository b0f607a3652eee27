import type { Integration, WebhookDelivery, WebhookMessage } from '../integration.ts';

/** Topic and text as the payload has them. */
export function ownMessage({ payload }: Pick<WebhookDelivery, 'payload'>): WebhookMessage {
  const topic = payload.textIf('topic') ?? payload.text('subject');
  return { topic, content: payload.text('content') };
}

export const zapier: Integration = {
  name: 'zapier',
  displayName: 'Zapier',
  events: null,
  options: [],
  about: 'Posts the text of a Zap. The payload has a `topic` (or `subject`) and a `content`, both required.',
  setup: 'Add an action of the kind Webhooks, choose POST with JSON, and paste the address as URL.',
  compose: (delivery) => (delivery.payload.textIf('type') === 'auth' ? 'account' : [ownMessage(delivery)]),
};
