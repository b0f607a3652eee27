import {
  archive,
  noticesDuring,
  post,
  stateOfMessage,
  UNKNOWN,
  whisper,
} from '@parley/rules/steps/editing.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { holds, items, lacking, plain, refused, same, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'report-message';
const NONE = { moderation_request_channel_id: -1 };

function report(w: World, as: Credentials, id: number, form: Item = { report_type: 'spam' }) {
  return w.ask('POST', `/messages/${id}/report`, { as, form });
}

/** A moderator with the private channel to which reports go. */
async function office(w: World) {
  const moderator = await w.user({ role: 300 });
  // The owner chooses the channel, which needs access to it.
  const place = await room(w, moderator, { invite_only: true, others: [await w.owner()] });
  await setRealm(w, { moderation_request_channel_id: place.id }, NONE);
  return { moderator, place };
}

/** A message that another user reports. */
async function affront(w: World) {
  const [sender, reader] = [await w.user(), await w.user()];
  const place = await room(w, sender, { others: [reader] });
  const content = w.unique('affront ');
  const id = await post(w, sender, place, 't', content);
  return { sender, reader, place, id, content };
}

export const reportRules: readonly Rule[] = [
  rule(
    'REP-1',
    OF,
    'A report is a message of the server’s bot in the channel for reports, with everything that is known.',
    async (w) => {
      const { moderator } = await office(w);
      const { sender, reader, id, content } = await affront(w);
      const form = { report_type: 'harassment', description: w.unique('notes ') };
      const told = await noticesDuring(w, moderator, async () => plain(await report(w, reader, id, form)));
      same(told.length, 1, 'the number of messages');
      const [{ content: text, topic } = { content: '', topic: '' }] = told;
      for (const part of [sender.name, reader.name, content, form.description, 'Harassment', String(id)])
        holds(text.includes(part), `a text with ${part}`, text);
      holds(String(topic).includes(sender.name), 'a topic with the name of the sender', topic);
    },
  ),
  rule('REP-2', OF, 'The reasons are those that a registration lists.', async (w) => {
    await office(w);
    const { reader, id } = await affront(w);
    const types = items(await stateOf(w, reader, 'realm'), 'server_report_message_types');
    holds(types.length > 0, 'some reasons', types);
    for (const { key } of types)
      plain(await report(w, reader, id, { report_type: key, description: 'because' }));
    for (const report_type of ['', 'no such reason', 'Spam'])
      refused(await report(w, reader, id, { report_type }));
    lacking(await report(w, reader, id, {}), 'report_type');
  }),
  rule('REP-3', OF, 'Another reason has to be explained.', async (w) => {
    await office(w);
    const { reader, id } = await affront(w);
    refused(await report(w, reader, id, { report_type: 'other' }));
    refused(await report(w, reader, id, { report_type: 'other', description: '  ' }));
    plain(await report(w, reader, id, { report_type: 'other', description: 'it is rude' }));
  }),
  rule('REP-4', OF, 'A description has at most 1,000 characters.', async (w) => {
    await office(w);
    const { reader, id } = await affront(w);
    const of = (length: number) => ({ report_type: 'spam', description: 'x'.repeat(length) });
    plain(await report(w, reader, id, of(1000)));
    refused(await report(w, reader, id, of(1001)));
  }),
  rule('REP-5', OF, 'Where no channel for reports is chosen, nothing can be reported.', async (w) => {
    await setRealm(w, NONE, NONE);
    const { reader, id } = await affront(w);
    refused(await report(w, reader, id));
  }),
  rule('REP-6', OF, 'A channel for reports that is archived takes no more of them.', async (w) => {
    const { place } = await office(w);
    await archive(w, place);
    const { reader, id } = await affront(w);
    refused(await report(w, reader, id));
  }),
  rule('REP-7', OF, 'A message that the caller cannot read looks like none.', async (w) => {
    const { moderator } = await office(w);
    const [one, other] = [await w.user(), await w.user()];
    const id = await whisper(w, one, [other]);
    const told = await noticesDuring(w, moderator, async () => {
      refused(await report(w, await w.user(), id));
      refused(await report(w, one, UNKNOWN));
    });
    same(told, [], 'what the moderators hear');
  }),
  rule('REP-8', OF, 'A direct message is reported by those who have it, and shown.', async (w) => {
    const { moderator } = await office(w);
    const [one, other] = [await w.user(), await w.user()];
    const content = w.unique('whispered ');
    const id = await whisper(w, one, [other], content);
    const [told] = await noticesDuring(w, moderator, async () => plain(await report(w, other, id)));
    holds(told?.content.includes(content) === true, 'the text of the message', told);
  }),
  rule('REP-9', OF, 'Guests and bots report what they can read.', async (w) => {
    await office(w);
    const sender = await w.user();
    const [guest, bot] = [await w.user({ role: 600 }), await w.bot(sender)];
    const place = await room(w, sender, { others: [guest] });
    const id = await post(w, sender, place);
    plain(await report(w, guest, id));
    plain(await report(w, bot, id));
  }),
  rule('REP-10', OF, 'A report mentions no user and leaves the message unchanged.', async (w) => {
    const { moderator } = await office(w);
    const [sender, reader] = [await w.user(), await w.user()];
    const place = await room(w, sender, { others: [reader] });
    const id = await post(w, sender, place, 't', `@**${moderator.name}** @**all** look`);
    const before = await stateOfMessage(w, sender, id);
    const form = { report_type: 'spam', description: `@**${moderator.name}**` };
    const [told] = await noticesDuring(w, moderator, async () => plain(await report(w, reader, id, form)));
    same(told?.flags, [], 'the flags of the report');
    same(await stateOfMessage(w, sender, id), before, 'the message');
  }),
  rule('REP-11', OF, 'A text of any length and form can be reported.', async (w) => {
    const { moderator } = await office(w);
    const [sender, reader] = [await w.user(), await w.user()];
    const place = await room(w, sender, { others: [reader] });
    for (const content of ['x'.repeat(10_000), '`'.repeat(10_000), '~~~\n```\n# not closed']) {
      const id = await post(w, sender, place, 't', content);
      const form = { report_type: 'norms', description: '`'.repeat(1000) };
      const told = await noticesDuring(w, moderator, async () => plain(await report(w, reader, id, form)));
      same(told.length, 1, 'the number of messages');
      holds(Array.from(told[0]?.content ?? '').length <= 10_000, 'a text that fits', told[0]?.content.length);
    }
  }),
];
