import { ApiError } from '../../engine/api-error.ts';
import { hostOf } from '../../engine/hosts.ts';
import type { LogEntry } from '../../engine/log/entry.ts';
import { OutboundError } from '../../engine/outbound/guard.ts';
import type { OutboundResponse } from '../../engine/outbound/outbound.ts';
import type { DeliveryOutcome, HeldReader, RecipientReader } from '../../delivery/readers/kinds.ts';
import type { World } from '../../http/world.ts';
import { replyOf } from '../embedded-bots/embedded-bots.ts';
import { changeFlags } from '../messages/reading/change-flags.ts';
import { postFailure, postReply, type CallingMessage, type WebhookFailure } from './post.ts';
import { BOT_READER } from './reader.ts';
import { genericBody, SLACK_INTERFACE, slackBody, USER_AGENT, type WebhookBody } from './request.ts';
import { readReply, type WebhookReply } from './response.ts';
import { findCalledBot, triggerFactsOf, type CalledBot, type EmbeddedBot, type OutgoingBot } from './rows.ts';
import { candidatesOf, triggerOf, type CallTrigger } from './trigger.ts';

const MAX_ENTRIES = 50;
/** Calls of a service that cannot be reached, before users are told. */
const MAX_CALLS = 4;
/** No call starts after this time, so that the last one ends before the delivery is aborted. */
const MAX_BATCH_MS = 25_000;

/** Calls the services of outgoing webhook bots and embedded bots, one message at a time for each bot. */
export function outgoingBotReader(world: World): RecipientReader {
  return {
    kind: BOT_READER,
    maxEntries: MAX_ENTRIES,
    retries: { firstSeconds: 1, maxSeconds: 4, giveUpSeconds: 86_400 },
    deliver: (reader, entries, signal) => deliver(world, reader, entries, signal),
    // Calls end after a few attempts, so only a fault of the server lasts for a day.
    onPause: async () => {},
  };
}

async function deliver(
  world: World,
  reader: HeldReader,
  entries: readonly LogEntry[],
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const bot = await findCalledBot(world.pool, reader.realmId, reader.id, SLACK_INTERFACE);
  if (bot === undefined) return { state: 'done', position: entries.at(-1)?.position ?? reader.position };
  const from = world.clock.monotonic();
  let { position } = reader;
  for (const [index, entry] of entries.entries()) {
    if (signal.aborted || world.clock.monotonic() - from > MAX_BATCH_MS) break;
    const call = await callOf(world, bot, entry);
    const isLast = index > 0 ? false : reader.tries + 1 >= MAX_CALLS;
    const error = call === undefined ? undefined : await serve(world, bot, call, { isLast, signal });
    if (error !== undefined) return { state: 'failed', position, error };
    position = entry.position;
  }
  return { state: 'done', position };
}

type WebhookCall = CallingMessage & { readonly trigger: CallTrigger };

/** The call that an entry causes, if any. */
async function callOf(
  world: World,
  { realm, user }: CalledBot,
  entry: LogEntry,
): Promise<WebhookCall | undefined> {
  if (entry.kind !== 'event' || entry.event.type !== 'message') return undefined;
  const { position, audience, event } = entry;
  if (!candidatesOf({ audience, event }).includes(user.id)) return undefined;
  const { message } = event;
  const facts = await triggerFactsOf(world.pool, realm.id, user.id, {
    position,
    senderId: message.sender_id,
    channelId: message.type === 'private' ? undefined : message.stream_id,
  });
  const trigger = triggerOf({ audience, event }, facts);
  return trigger === undefined ? undefined : { position, event, trigger };
}

type Attempt = { readonly isLast: boolean; readonly signal: AbortSignal };

/** Calls the service and posts its reply. Returns the error if the call must be repeated. */
async function serve(
  world: World,
  bot: CalledBot,
  call: WebhookCall,
  attempt: Attempt,
): Promise<string | undefined> {
  if (bot.kind === 'embedded') await answerWithin(world, bot, call);
  else {
    const error = await callService(world, bot, call, attempt);
    if (error !== undefined) return error;
  }
  await world.write(bot.realm.id, (tx) => changeFlags(tx, bot, { flag: 'read', op: 'add' }, [call.position]));
  return undefined;
}

const LEADING_MENTION = /^\s*@\*{1,2}[^*\n]{1,200}\*{1,2}/;

/** Replies by a service of the server, which gets the text without a leading mention. */
async function answerWithin(world: World, bot: EmbeddedBot, call: WebhookCall): Promise<void> {
  const content = replyOf(bot.serviceName, call.event.content.replace(LEADING_MENTION, ''));
  await (content === undefined
    ? postFailure(world, bot, call, NO_SUCH_SERVICE)
    : postText(world, bot, call, { kind: 'text', content, widget: undefined }));
}

const NO_SUCH_SERVICE: WebhookFailure = {
  publicText: 'This server does not have the service of this bot.',
  cause: 'this server does not have the service of the bot.',
};

async function callService(
  world: World,
  bot: OutgoingBot,
  call: WebhookCall,
  { isLast, signal }: Attempt,
): Promise<string | undefined> {
  const body = bodyOf(world, bot, call);
  if (body === undefined) await postFailure(world, bot, call, NO_DIRECT_MESSAGES);
  else {
    const response = await request(world, bot, body, signal);
    if (response instanceof OutboundError) {
      const mayRepeat = response.failure === 'unreachable' || response.failure === 'timeout';
      if (signal.aborted || (mayRepeat && !isLast)) return response.message;
      await postFailure(world, bot, call, failureOf(response));
    } else await respond(world, bot, call, response);
  }
  return undefined;
}

const NO_DIRECT_MESSAGES: WebhookFailure = {
  publicText: 'This bot does not support direct messages.',
  cause: 'the Slack-compatible interface does not support direct messages.',
};

function bodyOf(
  { config }: World,
  bot: OutgoingBot,
  { event, trigger }: WebhookCall,
): WebhookBody | undefined {
  return bot.isSlack
    ? slackBody(bot, hostOf(config.hosts, bot.realm.subdomain), event, trigger)
    : genericBody(bot, event, trigger);
}

async function request(
  { outbound }: World,
  { url }: OutgoingBot,
  { contentType, body }: WebhookBody,
  signal: AbortSignal,
): Promise<OutboundResponse | OutboundError> {
  const headers = { 'content-type': contentType, 'user-agent': USER_AGENT };
  try {
    return await outbound.post({ url, headers, body, signal });
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
}

function failureOf(error: OutboundError): WebhookFailure {
  switch (error.failure) {
    case 'refused':
      return {
        publicText: 'The service of this bot has an address that may not be called.',
        cause: error.message,
      };
    case 'too large':
      return { publicText: 'The response of this bot’s service is too large.', cause: error.message };
    case 'unreachable':
    case 'timeout':
      return {
        publicText: 'The service of this bot is unavailable.',
        cause: `the service could not be reached (${error.message}).`,
      };
  }
}

async function respond(
  world: World,
  bot: OutgoingBot,
  call: WebhookCall,
  response: OutboundResponse,
): Promise<void> {
  const reply = readReply(response, bot.isSlack);
  const { body } = response;
  switch (reply.kind) {
    case 'nothing':
      return;
    case 'failed': {
      const cause =
        reply.problem === 'status'
          ? `the service responded with status ${reply.detail}.`
          : `${reply.detail}.`;
      const publicText =
        reply.problem === 'status'
          ? `The service of this bot responded with status ${reply.detail}.`
          : 'The service of this bot sent an invalid response.';
      await postFailure(world, bot, call, { publicText, cause, body });
      return;
    }
    case 'text':
      await postText(world, bot, call, reply, body);
  }
}

async function postText(
  world: World,
  bot: CalledBot,
  call: WebhookCall,
  reply: Extract<WebhookReply, { kind: 'text' }>,
  body?: string,
): Promise<void> {
  try {
    await postReply(world, bot, call, reply);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const publicText = `The reply of this bot could not be posted: ${error.message}`;
    await postFailure(world, bot, call, {
      publicText,
      cause: error.message,
      ...(body === undefined ? {} : { body }),
    });
  }
}
