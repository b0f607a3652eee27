import { createHash } from 'node:crypto';
import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { ApiError, badRequest, notFound } from '../../engine/api-error.ts';
import { isBot, shareOf } from '../../http/actor.ts';
import type { Call } from '../../http/route.ts';
import { send } from '../messages/send/send.ts';
import type { SendRequest } from '../messages/send/request.ts';
import { notifyBotOwner } from '../notices/notify-bot-owner.ts';
import { findUsersOfService } from './users-of-service.ts';
import { headerOf } from './compose-delivery.ts';
import type { Composed, Integration, WebhookMessage, WebhookOptions } from './integration.ts';
import { integrationCalled } from './integrations.ts';
import { plain } from './markdown.ts';

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
  const messages = await compose(call, integration, options);
  const ok = integration.hasSlackAnswers === true ? { ok: true as const } : {};
  if (messages === 'account') {
    const { id, full_name, delivery_email: email } = call.user;
    return { full_name, email, id };
  }
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
  const proof = headerOf(call.payload, signature.header);
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
    return await composeWithUsers(call, integration, options);
  } catch (error) {
    const hint = error instanceof ApiError ? hintOf(error, integration) : undefined;
    if (hint !== undefined && isBot(call.user)) await notifyBotOwner(call.world, call, hint);
    throw error;
  }
}

/** A first composition tells which accounts the messages name, so that one query finds all their users. */
async function composeWithUsers(
  call: Call,
  integration: Integration,
  options: WebhookOptions,
): Promise<Composed> {
  const { world, realm, payload: body } = call;
  const composeWith = (users: ReadonlyMap<string, string>) =>
    world.webhookComposer.compose(shareOf(call), integration, { body, options, users });
  const { composed, logins } = await composeWith(new Map());
  if (integration.usersBy === undefined || logins.length === 0) return composed;
  const users = await findUsersOfService(world.pool, realm.id, integration.usersBy, logins);
  return users.size === 0 ? composed : (await composeWith(users)).composed;
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
  const { content } = message;
  const { stream, topic = printable(message.topic) } = options;
  if (stream !== undefined)
    return { type: 'channel', to: /^\d{1,15}$/.test(stream) ? Number(stream) : stream, topic, content };
  if (user.bot_owner_id === null)
    throw badRequest("Missing parameter 'stream': only the messages of bots can go to an owner.");
  return { type: 'direct', to: [user.bot_owner_id], content };
}

/** The text of a payload as a topic, which is one line of printable characters. */
function printable(topic: string): string {
  return topic.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
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
