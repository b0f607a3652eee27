import { ApiError } from '../../../engine/api-error.ts';
import { isUniqueViolation } from '../../../engine/db/errors.ts';
import { isBot } from '../../../http/actor.ts';
import type { Call } from '../../../http/route.ts';
import { notifyBotOwner } from '../../notices/notify-bot-owner.ts';
import { sendToChannel } from './channel.ts';
import { sendDirectly } from './direct.ts';
import { readRequest, type Sender, type SendRequest, type Sent } from './request.ts';
import type { SendKey } from './send-key.ts';

/** Sends a message at most once per idempotency key: a repeat returns the response of the first send. */
export async function send(call: Call, request: SendRequest): Promise<Sent> {
  const { sender, address, content } = readRequest(call, request);
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
