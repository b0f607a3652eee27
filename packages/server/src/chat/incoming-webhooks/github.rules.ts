import { githubCommit, githubIssue, githubPullRequest, githubPush } from './samples/github.ts';
import { deliver, hook, messagesOf, posted, type Hook } from '@parley/rules/steps/incoming.ts';
import { holds, numberAt, plain, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-webhook-payload';

function push(w: World, h: Hook, changes: object = {}, query: Item = {}) {
  const { headers, payload } = githubPush;
  return deliver(w, h, 'github', { headers, payload: { ...payload, ...changes }, query });
}

function pullRequest(w: World, h: Hook, action: string, changes: object = {}, query: Item = {}) {
  const { headers, payload } = githubPullRequest;
  const pull_request = { ...payload.pull_request, ...changes };
  return deliver(w, h, 'github', { headers, payload: { ...payload, action, pull_request }, query });
}

const tag = { ref: 'refs/tags/v1' };

export const githubRules: readonly Rule[] = [
  rule('GH-1', OF, 'A GitHub event that says nothing is a success that posts nothing.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'github', { headers: { 'x-github-event': 'check_suite' } }));
    same(await posted(w, h), [], 'the messages');
  }),
  rule('GH-2', OF, 'Only events that match a pattern of `only_events` are posted.', async (w) => {
    const h = await hook(w);
    const query = { only_events: ['push*'] };
    plain(await deliver(w, h, 'github', { ...githubIssue, query }));
    plain(await push(w, h, {}, query));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['star-map / main'],
      'the topics',
    );
  }),
  rule('GH-3', OF, 'Events that match a pattern of `exclude_events` are dropped.', async (w) => {
    const h = await hook(w);
    const query = { exclude_events: ['push_t?gs'] };
    plain(await push(w, h, tag, query));
    plain(await push(w, h, {}, query));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['star-map / main'],
      'the topics',
    );
  }),
  rule('GH-4', OF, 'An event that both filters match is dropped.', async (w) => {
    const h = await hook(w);
    plain(await push(w, h, tag, { only_events: ['push*'], exclude_events: ['push_tags'] }));
    same(await posted(w, h), [], 'the messages');
  }),
  rule('GH-5', OF, 'A push lists twenty commits and counts the others.', async (w) => {
    const h = await hook(w);
    plain(await push(w, h, { commits: Array.from({ length: 25 }, () => githubCommit) }));
    const content = (await posted(w, h))[0]?.content ?? '';
    same(content.match(/^\* /gm)?.length, 20, 'the number of listed commits');
    holds(/\b5\b[^\n]*$/.test(content), 'a rest of 5', content.slice(-80));
  }),
  rule('GH-6', OF, 'Pushes to branches that `branches` does not name are dropped.', async (w) => {
    const h = await hook(w);
    plain(await push(w, h, { ref: 'refs/heads/dev' }, { branches: 'main, stable' }));
    plain(await push(w, h, {}, { branches: 'stable,main' }));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['star-map / main'],
      'the topics',
    );
  }),
  rule('GH-7', OF, 'A merged pull request and a closed one have different verbs.', async (w) => {
    const h = await hook(w);
    plain(await pullRequest(w, h, 'closed', { merged: true }));
    plain(await pullRequest(w, h, 'closed', { merged: false }));
    const [merged, closed] = (await posted(w, h)).map(({ content }) => content);
    holds(merged?.includes('merged') === true, 'merged', merged);
    holds(closed?.includes('closed') === true && !closed.includes('merged'), 'closed', closed);
  }),
  rule(
    'GH-8',
    OF,
    'The topic of a pull request has its number and title, cut at 60 characters.',
    async (w) => {
      const h = await hook(w);
      plain(await pullRequest(w, h, 'opened'));
      plain(await pullRequest(w, h, 'opened', { title: 'Planets '.repeat(20) }));
      const [short, long] = (await posted(w, h)).map(({ topic }) => topic);
      same(short, 'star-map / PR #58 Show planets on the map', 'the topic');
      same(long?.length, 60, 'the length of the long topic');
    },
  ),
  rule('GH-9', OF, 'Events of private repositories are dropped on request.', async (w) => {
    const h = await hook(w);
    const repository = { ...githubPush.payload.repository, private: true };
    plain(await push(w, h, { repository }, { ignore_private_repositories: true }));
    plain(await push(w, h, { repository }));
    same((await posted(w, h)).length, 1, 'the number of messages');
  }),
  rule('GH-10', OF, 'With `topic` the title of a pull request is part of the text.', async (w) => {
    const h = await hook(w);
    plain(await pullRequest(w, h, 'opened', {}, { topic: 'mine' }));
    const [message] = await posted(w, h);
    same(message?.topic, 'mine', 'the topic');
    holds(message?.content.includes('Show planets on the map') === true, 'the title', message?.content);
  }),
  rule('GH-11', OF, 'A user whose profile names the account is mentioned silently.', async (w) => {
    const h = await hook(w);
    const form = { field_type: 7, field_data: { subtype: 'github' } };
    const made = await w.ask('POST', '/realm/profile_fields', { as: await w.owner(), form });
    const id = numberAt(success(made), 'id');
    w.later(async () => w.ask('DELETE', `/realm/profile_fields/${id}`, { as: await w.owner() }));
    const data = [{ id, value: 'amara-o' }];
    success(await w.ask('PATCH', '/users/me/profile_data', { as: h.owner, form: { data } }));
    plain(await push(w, h));
    const [message] = (await messagesOf(w, h)).filter(({ sender_id }) => sender_id === h.bot.id);
    holds(String(message?.['content']).includes('@_**'), 'a silent mention', message?.['content']);
    same(message?.['flags'], [], 'the flags');
  }),
  rule('GH-12', OF, 'Texts of a payload stay inside their quote and mention no one.', async (w) => {
    const h = await hook(w);
    plain(await pullRequest(w, h, 'opened', { body: '```\n@**all**', title: '@**all**' }, { topic: 'mine' }));
    const [message] = (await messagesOf(w, h)).filter(({ sender_id }) => sender_id === h.bot.id);
    holds(/````+quote\n```\n@\*\*all\*\*\n````+/.test(String(message?.['content'])), 'a quote', message);
    same(message?.['flags'], [], 'the flags');
  }),
  rule('GH-13', OF, 'A delivery that is repeated under its id is posted once.', async (w) => {
    const h = await hook(w);
    const headers = { ...githubPush.headers, 'x-github-delivery': w.unique('delivery') };
    for (let i = 0; i < 3; i += 1) plain(await deliver(w, h, 'github', { ...githubPush, headers }));
    same((await posted(w, h)).length, 1, 'the number of messages');
  }),
];
