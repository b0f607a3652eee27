import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getStreamId } from '@parley/contract/endpoints/streams.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { User } from '../model/model.ts';
import type { ModelledOrganization } from '../model/modelled-organization.ts';

/** A public channel to which the reader is not subscribed. */
export type VisitedChannel = {
  readonly id: number;
  /** The reader or a subscriber writes there; no event tells the reader of messages of the subscriber. */
  readonly write: (text: string) => Promise<void>;
};

const NAME = 'harbor';

/** Undefined for guests, who see no channel without a subscription. */
export async function openVisitedChannel(
  { model, connectionOf }: ModelledOrganization,
  reader: User,
  random: Seeded,
  topics: readonly string[],
): Promise<VisitedChannel | undefined> {
  const subscriber = model.users.find((user) => user !== reader && !user.isGuest);
  if (reader.isGuest || subscriber === undefined) return undefined;
  await connectionOf(subscriber).call(subscribe, { subscriptions: [{ name: NAME }] });
  const { stream_id: id } = await connectionOf(subscriber).call(getStreamId, { stream: NAME });
  return {
    id,
    write: async (text) => {
      const sender = random.chance(0.4) ? reader : subscriber;
      const topic = random.pick(topics);
      await connectionOf(sender).call(sendMessage, { type: 'channel', to: id, topic, content: text });
    },
  };
}
