import { archive, permitIn } from '../editing.ts';
import { room } from '../channels.ts';
import { refused, same, success, type Item } from '../expect.ts';
import { rule, type Rule } from '../rule.ts';
import type { Credentials } from '../wire.ts';
import type { World } from '../world.ts';

const OF = 'get-stream-email-address';

function address(w: World, as: Credentials, id: number, query: Item = {}) {
  return w.ask('GET', `/streams/${id}/email_address`, { as, query });
}

export const channelMailRules: readonly Rule[] = [
  rule('ML-1', OF, 'A user who may write in a channel gets its e-mail address, a string.', async (w) => {
    const as = await w.user();
    const { id } = await room(w, as);
    same(typeof success(await address(w, as, id)).at('email'), 'string', 'the type');
    success(await address(w, await w.user(), id));
  }),
  rule('ML-2', OF, 'A channel that cannot be read looks like none.', async (w) => {
    const as = await w.user();
    const { id } = await room(w, as, { invite_only: true });
    refused(await address(w, await w.user(), id));
    refused(await address(w, await w.owner(), id));
    refused(await address(w, as, 999_999_999));
  }),
  rule('ML-3', OF, 'A user who may not write in a channel gets no address.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as, { others: [other] });
    await permitIn(w, place, 'can_send_message_group', [as]);
    success(await address(w, as, place.id));
    refused(await address(w, other, place.id));
  }),
  rule('ML-4', OF, 'An archived channel has none.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    await archive(w, place);
    refused(await address(w, as, place.id));
  }),
  rule('ML-5', OF, 'The sender is the caller or a bot of theirs.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const { id } = await room(w, as);
    const [mine, hers] = [await w.bot(as), await w.bot(other)];
    success(await address(w, as, id, { sender_id: as.id }));
    success(await address(w, as, id, { sender_id: mine.id }));
    for (const sender_id of [hers.id, other.id, 999_999_999, 'me'])
      refused(await address(w, as, id, { sender_id }));
  }),
];
