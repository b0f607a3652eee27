import type { Client, NarrowTerm } from '@parley/client';
import { visitorConversations } from './visitor-conversations.ts';

/** Thrown instead of a request that the server answers only to accounts. */
class NeedsAccountError extends Error {
  override readonly name = 'NeedsAccountError';
}

/** Operations of visitors without an account. */
const ALLOWED: ReadonlySet<string> = new Set([
  'registerQueue',
  'getMessages',
  'getMessage',
  'getStreamTopics',
] satisfies (keyof Client)[]);

/** A term without which the server answers no visitor. */
const WEB_PUBLIC: NarrowTerm = { operator: 'channels', operand: 'web-public' };

/** The client of a visitor: it asks only for web-public channels, and refuses everything else before a request is made. */
export function visitorClient(client: Client): Client {
  const refuse = (): Promise<never> =>
    Promise.reject(new NeedsAccountError('This needs an account. Log in first.'));
  const parts = Object.entries(client).map(([name, part]) => [
    name,
    typeof part === 'function' && !ALLOWED.has(name) ? refuse : part,
  ]);
  const getMessages: Client['getMessages'] = (args, options) =>
    client.getMessages({ ...args, narrow: [...(args?.narrow ?? []), WEB_PUBLIC] }, options);
  return {
    ...(Object.fromEntries(parts) as Client),
    getMessages,
    getConversations: visitorConversations(getMessages),
  };
}
