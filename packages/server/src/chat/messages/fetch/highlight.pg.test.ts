import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { checkMessagesMatchNarrow, getMessages } from '@parley/contract/endpoints/message-search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { post, term } from '@parley/test-support/find-messages.ts';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }] });
});
afterAll(() => server.stop());

function H(text: string): string {
  return `<span class="highlight">${text}</span>`;
}

async function matchOf(id: number, search: string, apply_markdown = true) {
  const narrow = [term('search', search)];
  const { messages } = await ada.connection.call(getMessages, { message_ids: [id], narrow, apply_markdown });
  return messages.map(({ match_content, match_subject }) => [match_content, match_subject])[0];
}

test.each<[string, string, string, [string, string]]>([
  [
    'words in all their forms',
    'Running late, he ran and runs',
    'runs',
    [`<p>${H('Running')} late, he ran and ${H('runs')}</p>`, 'Plans'],
  ],
  ['every word', 'one two three', 'three ONE', [`<p>${H('one')} two ${H('three')}</p>`, 'Plans']],
  [
    'not inside of tags',
    'a [link](https://strong.test/link) **strong**',
    'link strong',
    [`<p>a <a href="https://strong.test/link">${H('link')}</a> <strong>${H('strong')}</strong></p>`, 'Plans'],
  ],
  [
    'beside entities',
    'amp & <b> amplifier',
    'amplifier',
    [`<p>amp &amp; &lt;b&gt; ${H('amplifier')}</p>`, 'Plans'],
  ],
  ['only in the topic', 'nothing here', 'plans', ['<p>nothing here</p>', H('Plans')]],
  ['numbers of versions', 'version 1.2.3 is out', '1.2.3', [`<p>version ${H('1.2.3')} is out</p>`, 'Plans']],
  ['parts of what is joined', 'a well-known fact', 'known', [`<p>a well-${H('known')} fact</p>`, 'Plans']],
  ['other alphabets', 'schöne Grüße', 'Grüße', [`<p>schöne ${H('Grüße')}</p>`, 'Plans']],
])('%s', async (_, content, search, [html, topic]) => {
  const match = await matchOf(await post(ada, 'Lab', 'Plans', content), search);
  expect(match).toEqual([html, topic]);
});

test('matches have escaped topics and HTML content in every format', async () => {
  const id = await post(ada, 'Lab', '<b>bold & plans', '*x*');
  expect(await matchOf(id, 'plans', false)).toEqual([
    '<p><em>x</em></p>',
    `&lt;b&gt;bold &amp; ${H('plans')}`,
  ]);
});

test('a narrow without search text returns no matches', async () => {
  const id = await post(ada, 'Lab', 'Plans', 'x');
  const { messages } = await ada.connection.call(getMessages, { message_ids: [id] });
  expect(Object.keys(messages[0] ?? {})).not.toContain('match_content');
});

test('matching messages among given ids are returned with highlights', async () => {
  const [one, other] = [
    await post(ada, 'Lab', 'A & B', 'find me'),
    await post(ada, 'Lab', 'A & B', 'lose me'),
  ];
  const ask = async (...narrow: Parameters<typeof term>[]) =>
    (
      await ada.connection.call(checkMessagesMatchNarrow, {
        msg_ids: [one, other, 999_999],
        narrow: narrow.map((each) => term(...each)),
      })
    ).messages;
  expect(await ask(['search', 'finding'])).toEqual({
    [one]: { match_content: `<p>${H('find')} me</p>`, match_subject: 'A &amp; B' },
  });
  expect(await ask(['channel', 'Lab'])).toEqual({
    [one]: { match_content: '<p>find me</p>', match_subject: 'A &amp; B' },
    [other]: { match_content: '<p>lose me</p>', match_subject: 'A &amp; B' },
  });
  await expect(ask(['nope', ''])).rejects.toMatchObject({ code: 'BAD_NARROW' });
});
