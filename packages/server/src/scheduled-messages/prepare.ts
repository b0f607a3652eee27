import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import type { Call } from '../http/route.ts';
import { addressOf } from '../messages/address.ts';
import { aroundOf, checkDirectly } from '../messages/send-directly.ts';
import { checkForChannel, placeFor } from '../messages/send-to-channel.ts';
import type { Sender } from '../messages/sender.ts';
import { contentOf } from '../messages/text.ts';
import { widgetOf } from '../messages/widget.ts';
import { badRequest } from '../problem.ts';
import type { ScheduledRow } from './present.ts';

export type Wish = Pick<ParametersOf<typeof createScheduledMessage>, 'type' | 'to' | 'topic' | 'content'>;

/** What becomes of a wish when it is kept. */
export type Prepared = Pick<ScheduledRow, 'channel_id' | 'people' | 'topic' | 'content' | 'rendered'>;

export const isToChannel = ({ type }: Pick<Wish, 'type'>): boolean => type === 'channel' || type === 'stream';

/** Refuses what the caller could not send now. */
export const prepare = async (
  { world, realm, person, client }: Pick<Call, 'world' | 'realm' | 'person' | 'client'>,
  wish: Wish,
): Promise<Prepared> => {
  if (isToChannel(wish) && typeof wish.to !== 'number')
    throw badRequest('A channel is one id: 12, not [12].');
  const address = addressOf(wish);
  const content = contentOf(wish.content);
  const sender: Sender = {
    world,
    realm,
    person,
    client,
    key: undefined,
    echo: undefined,
    isReadBySender: false,
    widget: widgetOf(undefined, content),
  };
  if (address.kind === 'channel') {
    const place = await placeFor(sender, address);
    const { channel, rendered } = await checkForChannel(sender, place, address, content);
    return { channel_id: channel.id, people: [], topic: address.topic, content, rendered: rendered.html };
  }
  const { people, rendered } = await checkDirectly(sender, await aroundOf(sender), address, content);
  const others = people.map(({ id }) => id).filter((id) => id !== person.id);
  return {
    channel_id: null,
    people: others.length === 0 ? [person.id] : others,
    topic: '',
    content,
    rendered: rendered.html,
  };
};
