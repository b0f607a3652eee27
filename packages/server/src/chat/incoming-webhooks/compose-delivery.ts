import { ApiError, badRequest } from '../../engine/api-error.ts';
import type { Payload } from '../../http/fields.ts';
import { truncatedContent } from '../messages/text.ts';
import { passesFilters } from './filter.ts';
import type { Composed, Integration, WebhookMessage, WebhookOptions } from './integration.ts';
import { plain } from './markdown.ts';
import { readPayload, storableText } from './read-payload.ts';

/** A request of a service as it arrived. */
export type RawDelivery = {
  readonly body: Payload | undefined;
  readonly options: WebhookOptions;
  /** Silent mentions of users by their login at the service, in lower case. */
  readonly users: ReadonlyMap<string, string>;
};

/** Messages that one request may post. */
const MAX_MESSAGES = 50;
/** Users of a service that one delivery may name. */
const MAX_LOGINS = 100;

/** The messages about a delivery, and the logins that they name. */
export type ComposedDelivery = { readonly composed: Composed; readonly logins: readonly string[] };

/** A composition, or the error response instead of it, as plain values that a thread can send. */
export type ComposeReply =
  | ComposedDelivery
  | { readonly refusal: Pick<ApiError, 'code' | 'message' | 'status' | 'extra'> };

/** Composes messages from texts of callers; large and hostile ones take a while. */
export function composeDelivery(integration: Integration, delivery: RawDelivery): ComposeReply {
  try {
    return compose(integration, delivery);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, status, extra } = error;
    return { refusal: { code, message, status, extra } };
  }
}

/** The composition of a reply; throws the error instead of it. */
export function composedDeliveryOf(reply: ComposeReply): ComposedDelivery {
  if (!('refusal' in reply)) return reply;
  const { code, message, ...options } = reply.refusal;
  throw new ApiError(code, message, options);
}

function compose(integration: Integration, { body, options, users }: RawDelivery): ComposedDelivery {
  const logins = new Set<string>();
  const composed = integration.compose({
    ...readPayload(body, options.payload),
    header: (name) => headerOf(body, name),
    options,
    userCalled: (login) => {
      if (logins.size < MAX_LOGINS) logins.add(login);
      return users.get(login.toLowerCase()) ?? plain(login);
    },
  });
  if (composed === 'account') return { composed, logins: [] };
  const messages = composed.filter((message) => passesFilters(message, options));
  if (messages.length > MAX_MESSAGES)
    throw badRequest(`A webhook request can post at most ${MAX_MESSAGES} messages.`);
  return { composed: messages.map(storableMessage), logins: [...logins] };
}

function storableMessage(message: WebhookMessage): WebhookMessage {
  const storable = (text: string): string => truncatedContent(storableText(text));
  return { ...message, topic: storable(message.topic), content: storable(message.content) };
}

export function headerOf(body: Payload | undefined, name: string): string | undefined {
  const value = body?.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
