import { ApiError, badRequest } from '../../../engine/api-error.ts';
import { isBot, leavesOut } from '../../../http/actor.ts';
import type { Call } from '../../../http/route.ts';
import { notifyBotOwner } from '../../notices/notify-bot-owner.ts';
import { resolveMentions } from '../mentions.ts';
import { renderFor } from '../rendering/render.ts';
import { channelRecipient } from './channel.ts';
import { commit } from './commit.ts';
import { compose } from './compose.ts';
import type { SenderContext } from './context.ts';
import { directRecipient } from './direct.ts';
import type { AllowedRecipient, CheckedText, Placement, Recipient, RecipientContext } from './recipient.ts';
import { readRequest, type Address, type Sender, type SendRequest, type Sent } from './request.ts';
import { sendOnce } from './retries.ts';
import { resultOfEarlier } from './send-key.ts';

/** Sends a message at most once per idempotency key: a repeat returns the response of the first send. */
export async function send(call: Call, request: SendRequest): Promise<Sent> {
  const { sender, address, content } = readRequest(call, request);
  if (address.kind !== 'channel' && leavesOut(call.limits, null))
    throw badRequest('The grant writes to some channels only.');
  try {
    return await sendOnce(sender, (as) => sendTo(as, address, content));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST' && isBot(call.user))
      await notifyBotOwner(call.world, call, 'there is no such channel.');
    throw error;
  }
}

/** Sends a message whose request was read before. */
export function sendTo(sender: Sender, address: Address, content: string): Promise<Sent> {
  return address.kind === 'channel'
    ? sendToRecipient(sender, channelRecipient(address), content)
    : sendToRecipient(sender, directRecipient(address), content);
}

/** The steps of every send. */
async function sendToRecipient<C extends RecipientContext, A extends AllowedRecipient>(
  sender: Sender,
  recipient: Recipient<C, A>,
  content: string,
): Promise<Sent> {
  const context = await recipient.context(sender);
  const earlier = resultOfEarlier(sender.key, context.senderContext.earlier);
  if (earlier !== undefined) return earlier;
  const { to, text } = await check(sender, recipient, context, content);
  const placement = await recipient.place(sender, context, to, text);
  const outgoing = composeFrom(sender, context.senderContext, text, placement);
  const { id, policy, isBatched } = await commit(sender, outgoing, placement.effects);
  await placement.afterCommit?.(isBatched);
  return { id, policy, target: placement.target };
}

/** Renders a text for a recipient; refuses recipients and mentions that the sender may not use. */
export async function check<C extends RecipientContext, A extends AllowedRecipient>(
  sender: Sender,
  recipient: Recipient<C, A>,
  context: C,
  content: string,
): Promise<{ to: A; text: CheckedText }> {
  const { world, realm } = sender;
  const { sending } = world;
  const to = await recipient.check(sender, context);
  const vocabulary = await sending.vocabularyOf(realm.id, context.senderContext.versions);
  const rendered = await renderFor(sending, world, sender, content, vocabulary);
  const called = await resolveMentions(sending.reader, sender, rendered.mentions, to.mentionTarget);
  return { to, text: { content, rendered, called, vocabulary } };
}

/** Messages are read from the start by users who muted the sender, and by a sender with an interactive client. */
function composeFrom(
  sender: Sender,
  { muters }: SenderContext,
  text: CheckedText,
  { destination, composition }: Placement,
) {
  const { world, user, isReadBySender } = sender;
  return compose(world, destination, {
    actor: sender,
    client: sender.client.name,
    sentAt: world.clock.now(),
    read: isReadBySender ? [user.id, ...muters] : muters,
    echo: sender.echo,
    key: sender.key,
    isStreamed: sender.stream !== undefined,
    ...text,
    ...composition,
  });
}
