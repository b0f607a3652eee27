import { createHash } from 'node:crypto';
import { ApiError } from '../../engine/api-error.ts';
import { urlOf } from '../../engine/hosts.ts';
import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import type { World } from '../../http/world.ts';
import { linksTo, type LinkTarget } from '../messages/links.ts';
import { widgetOf, type Address, type Sender } from '../messages/send/request.ts';
import { sendOnce } from '../messages/send/retries.ts';
import { sendTo } from '../messages/send/send.ts';
import type { SendKey } from '../messages/send/send-key.ts';
import { contentOf } from '../messages/text.ts';
import { quotedWithin, userLink } from '../notices/links.ts';
import type { CalledBot } from './rows.ts';

/** A message that called a bot. */
export type CallingMessage = { readonly position: number; readonly event: LoggedMessage };

/** A failed call, for the conversation and for the owner of the bot. */
export type WebhookFailure = {
  readonly publicText: string;
  readonly cause: string;
  /** The body of the response. */
  readonly body?: string;
};

const CLIENT_NAMES = { outgoing: 'OutgoingWebhook', embedded: 'EmbeddedBot' } as const;

/** Posts the reply of a bot where it was called. Repeated calls post one reply. */
export async function postReply(
  world: World,
  bot: CalledBot,
  calling: CallingMessage,
  { content, widget }: { readonly content: string; readonly widget: string | undefined },
): Promise<void> {
  const text = contentOf(content);
  const key = keyOf(calling, 'reply');
  await send(world, bot, { key, widget: widget ?? widgetOf(undefined, text) }, placeOf(bot, calling), text);
}

/** Tells the conversation and the owner of the bot that a call failed. */
export async function postFailure(
  world: World,
  bot: CalledBot,
  calling: CallingMessage,
  failure: WebhookFailure,
): Promise<void> {
  await sendIfAllowed(world, bot, keyOf(calling, 'failure'), placeOf(bot, calling), failure.publicText);
  const ownerId = bot.user.bot_owner_id;
  if (ownerId === null) return;
  const address = { kind: 'users', ids: [ownerId] } as const;
  await sendIfAllowed(world, bot, keyOf(calling, 'owner'), address, ownerText(world, bot, calling, failure));
}

const MAX_QUOTED_CHARACTERS = 2_000;

function ownerText(
  world: World,
  bot: CalledBot,
  { position, event }: CallingMessage,
  { cause, body }: WebhookFailure,
): string {
  const url = urlOf(world.config.hosts, bot.realm.subdomain);
  const { message_url } = linksTo(url, targetOf(event), position);
  const text = `[A message](${message_url}) to your bot ${userLink(bot.user)} was not processed: ${cause}`;
  return body === undefined || body === ''
    ? text
    : `${text}\n\nThe response was:\n\n${quotedWithin(body, MAX_QUOTED_CHARACTERS)}`;
}

function targetOf({ message }: LoggedMessage): LinkTarget {
  return message.type === 'private'
    ? { kind: 'direct', userIds: message.display_recipient.map(({ id }) => id) }
    : { kind: 'channel', id: message.stream_id, name: message.display_recipient, topic: message.subject };
}

/** The topic or direct conversation of the message that called the bot. */
function placeOf({ user }: CalledBot, { event: { message } }: CallingMessage): Address {
  if (message.type !== 'private')
    return { kind: 'channel', channel: message.stream_id, topic: message.subject };
  const others = message.display_recipient.map(({ id }) => id).filter((id) => id !== user.id);
  return { kind: 'users', ids: others };
}

/** One send for each calling message and purpose. The content is not compared: a repeated call may get another reply. */
function keyOf({ position }: CallingMessage, purpose: string): SendKey {
  const key = createHash('sha256')
    .update(JSON.stringify(['outgoing-webhook', position, purpose]))
    .digest();
  return { key, hash: key };
}

/** Notices are best effort: the conversation may not allow the bot to write. */
async function sendIfAllowed(
  world: World,
  bot: CalledBot,
  key: SendKey,
  address: Address,
  text: string,
): Promise<void> {
  try {
    await send(world, bot, { key, widget: undefined }, address, text);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

async function send(
  world: World,
  { kind, realm, user }: CalledBot,
  { key, widget }: Pick<Sender, 'key' | 'widget'>,
  address: Address,
  text: string,
): Promise<void> {
  const sender: Sender = {
    world,
    realm,
    user,
    client: { name: CLIENT_NAMES[kind], version: null, agent: '' },
    key,
    echo: undefined,
    isReadBySender: true,
    widget,
    isInvited: true,
  };
  await sendOnce(sender, (as) => sendTo(as, address, text));
}
