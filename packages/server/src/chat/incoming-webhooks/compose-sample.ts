import { composeDelivery, composedDeliveryOf } from './compose-delivery.ts';
import type { Composed, Integration, WebhookOptions } from './integration.ts';

/** A request of a service, for documentation and tests. */
export type WebhookSample = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: Partial<WebhookOptions>;
  readonly payload: object;
};

/** The messages about a sample in a channel. `users` has silent mentions by login. */
export function composeSample(
  integration: Integration,
  { headers = {}, options = {}, payload }: WebhookSample,
  users: ReadonlyMap<string, string> = new Map(),
): Composed {
  const reply = composeDelivery(integration, {
    body: {
      type: 'application/json',
      bytes: Buffer.from(JSON.stringify(payload)),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    },
    options: { stream: 'channel', ...options },
    users,
  });
  return composedDeliveryOf(reply).composed;
}
