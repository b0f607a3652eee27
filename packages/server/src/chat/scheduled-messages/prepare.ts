import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { channelRecipient } from '../messages/send/channel.ts';
import { directRecipient } from '../messages/send/direct.ts';
import { check } from '../messages/send/send.ts';
import { contentOf } from '../messages/text.ts';
import { addressOf, type Sender, widgetOf } from '../messages/send/request.ts';
import type { ScheduledRow } from './rows.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Call } from '../../http/route.ts';

export type ScheduleRequest = Pick<
  ParametersOf<typeof createScheduledMessage>,
  'type' | 'to' | 'topic' | 'content'
>;

/** The stored columns of a checked request. */
export type Prepared = Pick<ScheduledRow, 'channel_id' | 'users' | 'topic' | 'content' | 'rendered'>;

export function isToChannel({ type }: Pick<ScheduleRequest, 'type'>): boolean {
  return type === 'channel' || type === 'stream';
}

/** Checks that the caller could send the message now. */
export async function prepare(
  { world, realm, user, client }: Pick<Call, 'world' | 'realm' | 'user' | 'client'>,
  request: ScheduleRequest,
): Promise<Prepared> {
  if (isToChannel(request) && typeof request.to !== 'number')
    throw badRequest('to must be a channel id that is not in a list: 12, not [12].');
  const address = addressOf(request);
  const content = contentOf(request.content);
  const sender: Sender = {
    world,
    realm,
    user,
    client,
    key: undefined,
    echo: undefined,
    isReadBySender: false,
    widget: widgetOf(undefined, content),
  };
  if (address.kind === 'channel') {
    const recipient = channelRecipient(address);
    const { to, text } = await check(sender, recipient, await recipient.context(sender), content);
    const { html } = text.rendered;
    return { channel_id: to.channel.id, users: [], topic: address.topic, content, rendered: html };
  }
  const recipient = directRecipient(address);
  const { to, text } = await check(sender, recipient, await recipient.context(sender), content);
  const others = to.users.map(({ id }) => id).filter((id) => id !== user.id);
  return {
    channel_id: null,
    users: others.length === 0 ? [user.id] : others,
    topic: '',
    content,
    rendered: text.rendered.html,
  };
}
