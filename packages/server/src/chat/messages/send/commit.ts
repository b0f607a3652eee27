import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { addWithWidget } from '../../submessages/add-submessage.ts';
import { insertStream, refuseManyStreams } from '../../streamed-messages/rows.ts';
import { hasMore, type OutgoingMessage } from './outgoing-message.ts';
import type { SendEffects } from './recipient.ts';
import type { Sender, Sent } from './request.ts';

/** A stored message. `isBatched` is false if it was stored with other changes, in a transaction of its own. */
export type Committed = Pick<Sent, 'id' | 'policy'> & { readonly isBatched: boolean };

/** Stores a message: in a batch, unless other changes belong to its transaction. */
export async function commit(
  { world, realm, user, widget, stream, beforeStore }: Sender,
  outgoing: OutgoingMessage,
  effects: SendEffects | undefined,
): Promise<Committed> {
  const isPlain =
    effects === undefined &&
    widget === undefined &&
    stream === undefined &&
    beforeStore === undefined &&
    !hasMore(outgoing);
  if (isPlain)
    return {
      id: await world.sending.outbox.send(realm.id, outgoing),
      policy: visibilityPolicies.inherit,
      isBatched: true,
    };
  const committed = await world.write(realm.id, async (tx) => {
    await beforeStore?.(tx);
    const policy = (await effects?.before?.(tx, outgoing)) ?? 0;
    const added = await addWithWidget(tx, { ...outgoing, policy }, widget);
    if (stream !== undefined) {
      await refuseManyStreams(tx, user.id);
      const row = { senderId: user.id, text: stream, now: outgoing.sentAt };
      tx.atPosition((position) => insertStream(realm.id, position(added), row));
    }
    await effects?.after?.(tx);
    return () => ({ id: tx.placed(added), policy, isBatched: false });
  });
  return committed();
}
