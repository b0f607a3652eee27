import { archive, permitIn } from '@parley/rules/steps/editing.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { holds, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import { byEmail, mailTo, newest, tryMail } from '@parley/rules/steps/mailing.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

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
  rule(
    'ML-6',
    OF,
    'The subject of an e-mail is the topic, and its text is posted without quotes and signature.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const to = textAt(success(await address(w, as, place.id)), 'email').replace('.show-sender', '');
      const text = 'Hello.\n\n> quoted\n\n--\nAda';
      await mailTo(w, to, { subject: 'Re: [Fwd] hello', text: 'first' });
      same(await newest(w, as, place, 'hello'), [as.id, byEmail('first')], 'the message');
      await mailTo(w, to, { subject: 'Re: hello', text });
      same(await newest(w, as, place, 'hello'), [as.id, byEmail('Hello.')], 'without quotes');
      await mailTo(w, to.replace('@', '.include-quotes@'), { subject: 'hello', text });
      same(await newest(w, as, place, 'hello'), [as.id, byEmail('Hello.\n\n> quoted')], 'with quotes');
      await mailTo(w, to, { subject: 'hello', text: 'a\n--\nb\n--\nc' });
      const twoMarks = 'a\n--\nb\n--\nc';
      same(await newest(w, as, place, 'hello'), [as.id, byEmail(twoMarks)], 'two marks of a signature');
      await mailTo(w, to, { text: 'no subject' });
      same(
        await newest(w, as, place, 'E-mail without a subject'),
        [as.id, byEmail('no subject')],
        'a fixed topic',
      );
    },
  ),
  rule(
    'ML-7',
    OF,
    'A file of an e-mail is a link at the end, also of a text that is too long.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const to = textAt(success(await address(w, as, place.id)), 'email');
      const headers = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n';
      const file = 'Content-Type: text/plain\nContent-Disposition: attachment; filename=plan.txt\n\nthe plan';
      const text = `--b\nContent-Type: text/plain\n\n${'long\n'.repeat(4_000)}\n--b\n${file}\n--b--`;
      await mailTo(w, to, { subject: 'files', headers, text });
      const [, content] = await newest(w, as, place, 'files');
      holds(
        /\n\n\[plan\.txt\]\(\/user_uploads\/[^)]+\)$/.test(String(content)),
        'a link at the end',
        content,
      );
    },
  ),
  rule('ML-8', OF, 'After 50 e-mails in a minute further ones are refused.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const to = textAt(success(await address(w, as, place.id)), 'email');
    const port = await w.own().limitedMailPort();
    const start = performance.now();
    let taken = 0;
    while (taken < 100 && (await tryMail(w, port, to, { subject: 'many', text: 'one' })).status === 250)
      taken += 1;
    const refilled = Math.ceil((performance.now() - start) / 1_200);
    holds(taken >= 50 && taken <= 50 + refilled, '50 e-mails that are taken', taken);
  }),
  rule('ML-9', OF, 'The text of an e-mail mentions silently, and no channel.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const to = textAt(success(await address(w, as, place.id)), 'email').replace('.show-sender', '');
    await mailTo(w, to, { subject: 'loud', text: `@**|${as.id}** @**all** @*support*` });
    const text = `@_**|${as.id}** @_**all** @_*support*`;
    same(await newest(w, as, place, 'loud'), [as.id, byEmail(text)], 'the message');
  }),
  rule(
    'ML-10',
    'end-stream-email-addresses',
    'Administrators of a channel end its addresses; the next one is another.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const place = await room(w, as, { others: [other] });
      const addressOf = async () => textAt(success(await address(w, other, place.id)), 'email');
      const before = await addressOf();
      same(await addressOf(), before, 'the address');
      const end = (by: Credentials) => w.ask('DELETE', `/streams/${place.id}/email_address`, { as: by });
      refused(await end(other));
      success(await end(as));
      const after = await addressOf();
      holds(after !== before, 'a new address', after);
      const letter = { subject: 'ended', text: 'one' };
      same((await tryMail(w, w.own().mailPort, before, letter)).status, 550, 'the answer to the old address');
      await mailTo(w, after, letter);
    },
  ),
];
