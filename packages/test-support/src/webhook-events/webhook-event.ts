import type { WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';

/** A request of a service, and what it becomes: the type of its event, the topic, and a part of the text. */
export type WebhookEvent = readonly [
  name: string,
  sample: WebhookSample,
  event: string,
  topic: string,
  part: string,
];
