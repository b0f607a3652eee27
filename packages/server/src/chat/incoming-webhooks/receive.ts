import { createHash } from 'node:crypto';
import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { ApiError, badRequest, notFound } from '../../engine/api-error.ts';
import { isBot } from '../../http/actor.ts';
import type { Call } from '../../http/route.ts';
import { send } from '../messages/send/send.ts';
import type { SendRequest } from '../messages/send/request.ts';
import { notifyBotOwner } from '../notices/notify-bot-owner.ts';
import { findUsersOfService } from './users-of-service.ts';
import { passesFilters } from './filter.ts';
import type {
  Composed,
  Integration,
  WebhookDelivery,
  WebhookMessage,
  WebhookOptions,
} from './integration.ts';
import { integrationCalled } from './integrations.ts';
import { plain } from './markdown.ts';
import { readPayload, storableText } from './read-payload.ts';

/** Messages that one request may post. */
const MAX_MESSAGES = 50;

type Result = ResultOf<typeof sendWebhookPayload>;

/** Posts the messages about the event that a service reports. */
export async function receive(
  call: Call,
  { integration: name, api_key: _key, ...given }: ParametersOf<typeof sendWebhookPayload>,
): Promise<Result> {
  const integration = integrationCalled(name);
  if (integration === undefined) throw notFound(`There is no integration '${name}'.`);
  const options = integration.isEncodedTwice === true ? decodedOnceMore(given) : given;
  await checkSignature(call, integration, options);
  const composed = await compose(call, integration, options);
  const ok = integration.hasSlackAnswers === true ? { ok: true as const } : {};
  if (composed === 'account') {
    const { id, full_name, delivery_email: email } = call.user;
    return { full_name, email, id };
  }
  const messages = composed.filter((message) => passesFilters(message, options));
  if (messages.length > MAX_MESSAGES)
    throw badRequest(`A webhook request can post at most ${MAX_MESSAGES} messages.`);
  await post(call, integration, options, messages);
  return ok;
}

/** Refuses a request whose signature does not fit the secret in the address, and tells the owner of the bot. */
async function checkSignature(
  call: Call,
  { displayName, signature }: Integration,
  { webhook_secret: secret }: WebhookOptions,
): Promise<void> {
  if (secret === undefined) return;
  if (signature === undefined)
    throw badRequest(`Requests of ${displayName} are not signed: remove webhook_secret from the address.`);
  const proof = headerOf(call, signature.header);
  const body = call.payload?.bytes ?? Buffer.alloc(0);
  const nowSeconds = Math.floor(call.world.clock.now() / 1000);
  if (proof !== undefined && signature.isValid(proof, { body, secret, nowSeconds })) return;
  const fault = proof === undefined ? 'is not signed' : 'has a signature that does not fit webhook_secret';
  if (isBot(call.user))
    await notifyBotOwner(
      call.world,
      call,
      `the request of ${displayName} ${fault}. Set the same secret in its settings and in the address, or replace the key of the bot if the address has become known.`,
    );
  throw badRequest(`The request ${fault} (header ${signature.header}).`);
}

/** Composes the messages; a mistake in the settings of the service is reported to the owner of the bot. */
async function compose(call: Call, integration: Integration, options: WebhookOptions): Promise<Composed> {
  try {
    return await composeWithUsers(call, integration, deliveryOf(call, options));
  } catch (error) {
    const hint = error instanceof ApiError ? hintOf(error, integration) : undefined;
    if (hint !== undefined && isBot(call.user)) await notifyBotOwner(call.world, call, hint);
    throw error;
  }
}

function deliveryOf(call: Call, options: WebhookOptions): Omit<WebhookDelivery, 'userCalled'> {
  return {
    ...readPayload(call.payload, options.payload),
    header: (name) => headerOf(call, name),
    options,
  };
}

function headerOf({ payload }: Call, name: string): string | undefined {
  const value = payload?.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

/** A first composition tells which accounts the messages name, so that one query finds all their users. */
async function composeWithUsers(
  { world, realm }: Call,
  { compose: composeFrom, usersBy }: Integration,
  delivery: Omit<WebhookDelivery, 'userCalled'>,
): Promise<Composed> {
  const logins = new Set<string>();
  const composed = composeFrom({
    ...delivery,
    userCalled: (login) => {
      logins.add(login);
      return plain(login);
    },
  });
  if (usersBy === undefined || logins.size === 0) return composed;
  const users = await findUsersOfService(world.pool, realm.id, usersBy, logins);
  return composeFrom({ ...delivery, userCalled: (login) => users.get(login.toLowerCase()) ?? plain(login) });
}

function hintOf({ code, message }: ApiError, { displayName, ...of }: Integration): string | undefined {
  switch (code) {
    case 'INVALID_JSON':
      return `the request of ${displayName} is not JSON. Check the content type in its settings.`;
    case 'MISSING_HTTP_EVENT_HEADER':
      return `the request of ${displayName} does not name its event. Check that the address belongs to this service.`;
    case 'BAD_REQUEST':
      return of.hintsAtMissingFields === true
        ? `the request of ${displayName} is incomplete: ${plain(message)}`
        : undefined;
    default:
      return undefined;
  }
}

/** An unknown channel is reported to the owner of the bot, and not to the service, which would retry. */
async function post(
  call: Call,
  integration: Integration,
  options: WebhookOptions,
  messages: readonly WebhookMessage[],
): Promise<void> {
  const client = { ...call.client, name: clientName(integration) };
  const deliveryId = integration.deliveryHeader && call.payload?.headers[integration.deliveryHeader];
  try {
    for (const [index, message] of messages.entries()) {
      const request = requestOf(call, options, message);
      const idempotencyKey =
        deliveryId === undefined
          ? undefined
          : createHash('sha256')
              .update(JSON.stringify([deliveryId, index, request]))
              .digest('hex');
      await send({ ...call, client, idempotencyKey }, request);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STREAM_DOES_NOT_EXIST') throw error;
  }
}

function requestOf({ user }: Call, options: WebhookOptions, message: WebhookMessage): SendRequest {
  const content = storableText(message.content);
  const { stream, topic = printable(message.topic) } = options;
  if (stream !== undefined)
    return { type: 'channel', to: /^\d{1,15}$/.test(stream) ? Number(stream) : stream, topic, content };
  if (user.bot_owner_id === null)
    throw badRequest("Missing parameter 'stream': only the messages of bots can go to an owner.");
  return { type: 'direct', to: [user.bot_owner_id], content };
}

/** The text of a payload as a topic, which is one line of printable characters. */
function printable(topic: string): string {
  return storableText(topic)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}

/** The client that messages name, in the form that apps of the public API know. */
function clientName({ displayName }: Integration): string {
  return `Zulip${displayName.replaceAll(/[^A-Za-z0-9]/g, '')}Webhook`;
}

function decodedOnceMore(options: WebhookOptions): WebhookOptions {
  const { stream, topic } = options;
  return { ...options, stream: stream && decodedText(stream), topic: topic && decodedText(topic) };
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
