import type { Composed, Integration, WebhookOptions } from './integration.ts';
import { plain } from './markdown.ts';
import { readPayload } from './read-payload.ts';

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
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const source = JSON.stringify(payload);
  const body = { type: 'application/json', bytes: Buffer.from(source), headers: {} };
  return integration.compose({
    ...readPayload(body, undefined),
    header: (name) => lower.get(name.toLowerCase()),
    options: { stream: 'channel', ...options },
    userCalled: (login) => users.get(login) ?? plain(login),
  });
}
