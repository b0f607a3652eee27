import { deliver, hook, posted, type Hook } from '@parley/rules/steps/incoming.ts';
import { holds, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-webhook-payload';
const BURST = 200;

function slack(w: World, h: Hook, payload: object) {
  return deliver(w, h, 'slack_incoming', { payload });
}

function text(value: string, type = 'plain_text') {
  return { type, text: value };
}

async function contentOf(w: World, payload: object): Promise<string | undefined> {
  const h = await hook(w);
  success(await slack(w, h, payload));
  return (await posted(w, h))[0]?.content;
}

export const slackRules: readonly Rule[] = [
  rule('SLK-1', OF, 'The channel of a Slack payload is the topic, without its mark.', async (w) => {
    const h = await hook(w);
    for (const channel of ['#ops', '@ada', 'plain']) success(await slack(w, h, { text: 'a', channel }));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['ops', 'ada', 'plain'],
      'the topics',
    );
  }),
  rule('SLK-2', OF, 'A Slack payload without a channel goes to the empty topic.', async (w) => {
    const h = await hook(w);
    success(await slack(w, h, { text: 'a' }));
    same((await posted(w, h))[0]?.topic, '', 'the topic');
  }),
  rule('SLK-3', OF, 'Blocks of a Slack payload replace its text.', async (w) => {
    const blocks = [{ type: 'section', text: text('b') }];
    same(await contentOf(w, { text: 'a', blocks }), 'b', 'the content');
  }),
  rule('SLK-4', OF, 'Three fields of a section are a table of two rows.', async (w) => {
    const blocks = [{ type: 'section', fields: [text('a'), text('b'), text('c')] }];
    const rows = (await contentOf(w, { blocks }))?.split('\n').filter((line) => /[abc]/.test(line));
    same(rows?.length, 2, 'the number of rows');
  }),
  rule('SLK-5', OF, 'Rich text of Slack is replaced by the text.', async (w) => {
    same(
      await contentOf(w, { text: 'a', blocks: [{ type: 'rich_text', elements: [] }] }),
      'a',
      'the content',
    );
  }),
  rule('SLK-6', OF, 'An empty Slack payload is a success that posts nothing.', async (w) => {
    const h = await hook(w);
    same(success(await slack(w, h, {})).at('ok'), true, 'ok');
    same(await posted(w, h), [], 'the messages');
  }),
  rule('SLK-7', OF, 'A Slack block of an unknown type is refused.', async (w) => {
    const { status, body } = await slack(w, await hook(w), { blocks: [{ type: 'moon' }] });
    same([status, body['ok']], [400, false], 'status and ok');
  }),
  rule('SLK-8', OF, 'The emoji of a Slack payload stands before its text.', async (w) => {
    same(await contentOf(w, { text: 'a', icon_emoji: ':moon:' }), ':moon: a', 'the content');
  }),
  rule('SLK-9', OF, 'Attachments of a Slack payload are shown in the order of their fields.', async (w) => {
    const attachments = [
      { footer: 'f', title: 'T', title_link: 'https://x.y', text: 't', fields: [{ title: 'k', value: 'v' }] },
    ];
    same(await contentOf(w, { attachments }), '## [T](https://x.y)\n\nt\n\n*k*: v\n\nf', 'the content');
  }),
  rule('SLK-10', OF, 'Emphasis of Slack inside of words stays.', async (w) => {
    same(
      await contentOf(w, { text: 'snake_case_word and 2*3*4' }),
      'snake_case_word and 2*3*4',
      'the content',
    );
  }),
  rule('SLK-11', OF, 'Headers and dividers of Slack are converted.', async (w) => {
    const blocks = [
      { type: 'header', text: text('h') },
      { type: 'divider' },
      { type: 'section', text: text('a') },
    ];
    same(await contentOf(w, { blocks }), '## h\n\n----\n\na', 'the content');
  }),
  rule('SLK-12', OF, 'A webhook may be called 200 times in a minute; then it has to wait.', async (w) => {
    const url = await w.own().limited();
    const h = await hook(w);
    for (let sent = 0; sent < BURST * 2; sent += 20) {
      const calls = Array.from({ length: 20 }, () => deliver(w, h, 'json', { payload: [], url }));
      const answer = (await Promise.all(calls)).find(({ status }) => status === 429);
      if (answer === undefined) continue;
      refused(answer, 'RATE_LIMIT_HIT');
      holds(Number(answer.headers['retry-after']) > 0, 'a header Retry-After', answer.headers);
      return;
    }
    throw new Error(`${BURST * 2} requests at once were all accepted`);
  }),
  rule('SLK-13', OF, 'A webhook of another organization is refused.', async (w) => {
    const h = await hook(w);
    refused(await deliver(w, h, 'json', { host: await (await w.neighbour()).host() }));
    plain(await deliver(w, h, 'json'));
  }),
];
