import { room } from '@parley/rules/steps/channels.ts';
import {
  archive,
  askHistory,
  change,
  history,
  move,
  post,
  UNKNOWN,
  whisper,
} from '@parley/rules/steps/editing.ts';
import { holds, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'get-message-history';
const ORIGINAL = ['content', 'rendered_content', 'timestamp', 'topic', 'user_id'];

function keys(item: object | undefined): string[] {
  return Object.keys(item ?? {}).toSorted();
}

const CONTENT = ['content_html_diff', 'prev_content', 'prev_rendered_content'];

function showing(w: World, policy: string) {
  return setRealm(
    w,
    { message_edit_history_visibility_policy: policy },
    { message_edit_history_visibility_policy: 'all' },
  );
}

export const messageHistoryRules: readonly Rule[] = [
  rule('MH-1', OF, 'A message that never changed has one state with five fields.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as), 't', 'hello');
    const states = await history(w, as, id);
    same(states.map(keys), [ORIGINAL], 'the fields');
    same(states[0]?.['user_id'], as.id, 'who wrote it');
    same([states[0]?.['content'], states[0]?.['rendered_content']], ['hello', '<p>hello</p>'], 'the texts');
  }),
  rule(
    'MH-2',
    OF,
    'An edit adds a state with the old text and the difference, and no topic before.',
    async (w) => {
      const as = await w.user();
      const id = await post(w, as, await room(w, as), 't', 'one two');
      success(await change(w, as, id, { content: 'one three' }));
      const [, state, ...more] = await history(w, as, id);
      same(more, [], 'more states');
      same(keys(state), [...ORIGINAL, ...CONTENT].toSorted(), 'the fields');
      same(
        [state?.['prev_content'], state?.['prev_rendered_content'], state?.['content']],
        ['one two', '<p>one two</p>', 'one three'],
        'the texts',
      );
      const difference = String(state?.['content_html_diff']);
      holds(
        difference.startsWith('<div>') &&
          difference.includes('<span class="highlight_text_inserted">three</span>'),
        'a difference in a div',
        difference,
      );
    },
  ),
  rule('MH-3', OF, 'Another topic adds a state with the old topic and without an old text.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as), 'before');
    success(await move(w, as, id, { topic: 'after' }));
    const [first, state] = await history(w, as, id);
    same(first?.['topic'], 'before', 'the first topic');
    same(keys(state), [...ORIGINAL, 'prev_topic'].toSorted(), 'the fields');
    same(
      [state?.['prev_topic'], state?.['topic'], state?.['user_id']],
      ['before', 'after', as.id],
      'the topics',
    );
  }),
  rule('MH-4', OF, 'Another channel adds a state with both channels.', async (w) => {
    const as = await w.user();
    const [from, to] = [await room(w, as), await room(w, as)];
    const id = await post(w, as, from);
    success(await move(w, as, id, { stream_id: to.id }));
    const [, state] = await history(w, as, id);
    same(keys(state), [...ORIGINAL, 'prev_stream', 'stream'].toSorted(), 'the fields');
    same([state?.['prev_stream'], state?.['stream']], [from.id, to.id], 'the channels');
  }),
  rule(
    'MH-5',
    OF,
    'States come in the order of time, and the last one is what the message is.',
    async (w) => {
      const as = await w.user();
      const id = await post(w, as, await room(w, as), 't', '0');
      for (const content of ['1', '2', '3']) success(await change(w, as, id, { content }));
      const states = await history(w, as, id);
      same(
        states.map(({ content }) => content),
        ['0', '1', '2', '3'],
        'the texts',
      );
      same(
        states.map((state) => state['prev_content'] ?? null),
        [null, '0', '1', '2'],
        'the texts before',
      );
      const times = states.map(({ timestamp }) => Number(timestamp));
      same(
        times,
        times.toSorted((a, b) => a - b),
        'the times',
      );
    },
  ),
  rule('MH-6', OF, 'The empty topic is named for those who do not know it.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as), '');
    success(await move(w, as, id, { topic: 'named' }));
    const topics = async (allow_empty_topic_name: boolean) =>
      (await history(w, as, id, { allow_empty_topic_name })).map(({ topic, prev_topic = null }) => [
        topic,
        prev_topic,
      ]);
    same(
      await topics(false),
      [
        ['general chat', null],
        ['named', 'general chat'],
      ],
      'the topics',
    );
    same(
      await topics(true),
      [
        ['', null],
        ['named', ''],
      ],
      'the topics for those who know',
    );
  }),
  rule('MH-7', OF, 'A message that the user cannot read has no history.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    refused(await askHistory(w, as, UNKNOWN));
    refused(await askHistory(w, await w.owner(), await whisper(w, as, [other])));
    const id = await post(w, as, await room(w, as, { invite_only: true }));
    refused(await askHistory(w, other, id));
    refused(await askHistory(w, await w.owner(), id));
  }),
  rule('MH-8', OF, 'Where history is hidden it is refused, whatever the message.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    await showing(w, 'none');
    refused(await askHistory(w, as, id));
    refused(await askHistory(w, as, UNKNOWN));
  }),
  rule('MH-9', OF, 'The topic of a direct message is empty for every caller.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const id = await whisper(w, as, [other]);
    success(await change(w, as, id, { content: 'louder' }));
    for (const allow_empty_topic_name of [true, false])
      same(
        (await history(w, other, id, { allow_empty_topic_name })).map(({ topic }) => topic),
        ['', ''],
        'the topics',
      );
  }),
  rule(
    'MH-10',
    OF,
    'Every message that moves gains one state, and only the edited one an old text.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const [one, two] = [await post(w, as, place), await post(w, as, place)];
      success(await move(w, as, one, { topic: 'u', content: 'edited', propagate_mode: 'change_all' }));
      const [[, first], [, second]] = [await history(w, as, one), await history(w, as, two)];
      same(keys(first), [...ORIGINAL, ...CONTENT, 'prev_topic'].toSorted(), 'the fields of the edited one');
      same(keys(second), [...ORIGINAL, 'prev_topic'].toSorted(), 'the fields of the other');
    },
  ),
  rule('MH-11', OF, 'Where only moves are shown, edits are left out, and so are old texts.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as), 'a', 'secret');
    success(await change(w, as, id, { content: 'plain' }));
    success(await move(w, as, id, { topic: 'b', content: 'plainer' }));
    await showing(w, 'moves');
    const answer = success(await askHistory(w, as, id));
    const [, state, ...more] = await history(w, as, id);
    same(more, [], 'more states');
    same(keys(state), [...ORIGINAL, 'prev_topic'].toSorted(), 'the fields');
    same([state?.['content'], state?.['prev_topic']], ['plainer', 'a'], 'the text and the topic before');
    holds(!answer.text.includes('secret'), 'no old text', answer.text);
  }),
  rule('MH-12', OF, 'History can be read in archived channels.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await post(w, as, place);
    await archive(w, place);
    same((await history(w, as, id)).length, 1, 'the number of states');
  }),
  rule('MH-13', OF, 'A message that moves where one cannot follow has no history any more.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const from = await room(w, as, { others: [other] });
    const id = await post(w, as, from);
    success(await askHistory(w, other, id));
    success(await move(w, as, id, { stream_id: (await room(w, as, { invite_only: true })).id }));
    refused(await askHistory(w, other, id));
  }),
];
