import { createHash } from 'node:crypto';
import { idempotencyKey as named, type ParametersOf } from '@parley/contract/endpoint.ts';
import type { sendMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import type { Call } from '../../http/route.ts';
import { notifyBotOwner } from '../notices/notify-bot-owner.ts';
import { isBot } from '../../http/actor.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { addressOf } from './address.ts';
import { sendDirectly } from './send-directly.ts';
import { sendToChannel } from './send-to-channel.ts';
import { isInteractiveClient, type Sender, type Sent } from './sender.ts';
import type { SendKey } from './sending/outgoing-message.ts';
import { contentOf } from './text.ts';
import { widgetOf } from './widget.ts';

type Request = ParametersOf<typeof contract>;

/** Sends a message at most once per idempotency key: a repeat returns the response of the first send. */
export async function send(call: Call, request: Request): Promise<Sent> {
  const address = addressOf(request);
  const content = contentOf(request.content);
  const { local_id: localId, queue_id: queue } = request;
  if ((localId === undefined) !== (queue === undefined))
    throw badRequest('The parameters local_id and queue_id require each other.');
  const sender: Sender = {
    ...call,
    key: keyOf(call, request),
    echo: localId === undefined || queue === undefined ? undefined : { queue, localId },
    isReadBySender: request.read_by_sender ?? isInteractiveClient(call.client.name),
    widget: widgetOf(request.widget_content, content),
    isRepeat: false,
  };
  const attempt = (as: Sender): Promise<Sent> =>
    address.kind === 'channel' ? sendToChannel(as, address, content) : sendDirectly(as, address, content);
  try {
    return await (sender.key === undefined ? attempt(sender) : sendOnce(sender, sender.key, attempt));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST' && isBot(call.user))
      await notifyBotOwner(call.world, call, 'there is no such channel.');
    throw error;
  }
}

function sendOnce(sender: Sender, { key }: SendKey, attempt: (as: Sender) => Promise<Sent>): Promise<Sent> {
  const { world, realm, user } = sender;
  return world.sending.keyedLock(`${realm.id} ${user.id} ${key.toString('hex')}`, async () => {
    try {
      return await attempt(sender);
    } catch (error) {
      // Another node stored this key first; the retry finds its result in the database.
      if (isUniqueViolation(error, 'sent_key_pkey')) return attempt({ ...sender, isRepeat: true });
      throw error;
    }
  });
}

/** The idempotency key comes from the header, or else from the local echo parameters queue_id and local_id. */
function keyOf({ idempotencyKey }: Call, request: Request): SendKey | undefined {
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > named.length))
    throw badRequest(`The header ${named.header} must have 1 to ${named.length} characters.`);
  const { queue_id, local_id, type, to, topic, content, widget_content } = request;
  const name =
    idempotencyKey !== undefined
      ? ['header', idempotencyKey]
      : queue_id !== undefined && local_id !== undefined
        ? ['echo', queue_id, local_id]
        : undefined;
  if (name === undefined) return undefined;
  const isChannel = type === 'channel' || type === 'stream';
  return {
    key: digest(name),
    hash: digest([isChannel, to, isChannel ? topic : '', content, widget_content]),
  };
}

function digest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}
