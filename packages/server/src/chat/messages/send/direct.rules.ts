import { permit } from '@parley/rules/steps/editing.ts';
import { refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { dummyAddress, during, setRealm } from '@parley/rules/steps/common.ts';
import { roleGroup } from '@parley/rules/steps/groups.ts';
import { seen, send, sent } from '@parley/rules/steps/sending.ts';

const OF = 'send-message';
const direct = { type: 'direct' };

function idsIn(message: Item): unknown {
  return (message['display_recipient'] as readonly Item[]).map(({ id }) => id);
}

export const directRules: readonly Rule[] = [
  rule('SD-1', OF, 'A message to oneself has one user in it.', async (w) => {
    const as = await w.user();
    const message = await seen(w, as, await sent(w, as, { ...direct, to: [as.id] }));
    same([message['type'], idsIn(message)], ['private', [as.id]], 'the message');
  }),
  rule('SD-2', OF, 'The sender is always in the conversation, named or not.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const forms = [[other.id], [as.id, other.id], [other.id, other.id], await dummyAddress(w, other)];
    const homes = [];
    for (const to of forms)
      homes.push((await seen(w, as, await sent(w, as, { ...direct, to })))['recipient_id']);
    same(new Set(homes).size, 1, 'conversations');
  }),
  rule('SD-3', OF, 'Unknown, mixed or missing recipients are refused.', async (w) => {
    const as = await w.user();
    const wrong = [['nobody@x.example'], [999_999_999], as.id, [as.id, as.email], [], '', undefined];
    for (const to of wrong) refused(await send(w, as, { ...direct, to }));
  }),
  rule('SD-4', OF, 'A deactivated user gets no message.', async (w) => {
    const [as, gone] = [await w.user(), await w.user()];
    success(await w.ask('DELETE', `/users/${gone.id}`, { as: await w.owner() }));
    refused(await send(w, as, { ...direct, to: [gone.id] }));
  }),
  rule('SD-5', OF, 'A topic of a direct message is neither used nor called unknown.', async (w) => {
    const as = await w.user();
    const answer = success(await send(w, as, { ...direct, to: [as.id], topic: 'x' }));
    same('ignored_parameters_unsupported' in answer.body, false, 'ignored parameters');
    same((await seen(w, as, Number(answer.at('id'))))['subject'], '', 'the topic');
  }),
  rule(
    'SD-6',
    OF,
    'An address reaches its user only if the sender may see it; letter case does not matter.',
    async (w) => {
      const as = await w.user();
      const [shown, hidden] = [await w.user({ visibility: 1 }), await w.user({ visibility: 3 })];
      await sent(w, as, { ...direct, to: [shown.email.toUpperCase()] });
      refused(await send(w, as, { ...direct, to: [hidden.email] }));
      await sent(w, await w.owner(), { ...direct, to: [hidden.email] });
    },
  ),
  rule('SD-7', OF, 'Every user of the conversation receives it, and no other user.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    for (const [who, count] of [
      [as, 1],
      [other, 1],
      [await w.user(), 0],
      [await w.owner(), 0],
    ] as const) {
      const events = await during(w, who, ['message'], () => sent(w, as, { ...direct, to: [other.id] }));
      same(events.length, count, 'events');
    }
  }),
  rule(
    'SD-8',
    OF,
    'Where direct messages are off, users still write to themselves and to bots.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const bot = await w.bot(other);
      await permit(w, 'direct_message_permission_group', [], 'everyone');
      refused(await send(w, as, { ...direct, to: [other.id] }));
      await sent(w, as, { ...direct, to: [as.id] });
      await sent(w, as, { ...direct, to: [bot.id] });
      await sent(w, bot, { ...direct, to: [as.id] });
    },
  ),
  rule('SD-9', OF, 'A direct message is allowed when one participant has the permission.', async (w) => {
    const [as, other, third] = [await w.user(), await w.user(), await w.user()];
    await permit(w, 'direct_message_permission_group', [other], 'everyone');
    await sent(w, as, { ...direct, to: [other.id] });
    await sent(w, other, { ...direct, to: [as.id] });
    refused(await send(w, as, { ...direct, to: [third.id] }));
  }),
  rule('SD-10', OF, 'A user who may not start conversations continues existing ones.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    await permit(w, 'direct_message_initiator_group', [other], 'everyone');
    refused(await send(w, as, { ...direct, to: [other.id] }));
    await sent(w, other, { ...direct, to: [as.id] });
    await sent(w, as, { ...direct, to: [other.id] });
  }),
  rule('SD-11', OF, 'Restricted guests write only to users who are visible to them.', async (w) => {
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    await setRealm(
      w,
      { can_access_all_users_group: { new: await roleGroup(w, 'members') } },
      { can_access_all_users_group: { new: await roleGroup(w, 'everyone') } },
    );
    refused(await send(w, guest, { ...direct, to: [other.id] }));
    await sent(w, guest, { ...direct, to: [guest.id] });
  }),
  rule('SD-12', OF, 'In direct messages everybody may be called on.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const say = () => sent(w, as, { ...direct, to: [other.id], content: '@**all** hi' });
    const [event] = await during(w, other, ['message'], say);
    same(event?.['flags'], ['stream_wildcard_mentioned', 'wildcard_mentioned'], 'flags');
  }),
];
