import { alertmanagerAlerts, grafanaAlert, pagerdutyTriggered, uptimeDown } from './samples/alerts.ts';
import { bitbucketPullRequest, bitbucketPush } from './samples/bitbucket.ts';
import { giteaFamilySamples } from './samples/gitea.ts';
import { githubPush } from './samples/github.ts';
import { gitlabMergeRequest, gitlabPush } from './samples/gitlab.ts';
import { circleciWorkflow, stripeCharge } from './samples/other.ts';
import { jiraCreated, linearIssue, trelloAction, trelloMoved } from './samples/work.ts';
import { deliver, hook, posted, type Delivery } from '@parley/rules/steps/incoming.ts';
import { holds, items, missing, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';

const OF = 'send-webhook-payload';

/** A request of each service, and the topic of its message. */
const TOPICS: readonly (readonly [name: string, delivery: Delivery, topic: string])[] = [
  ['github', githubPush, 'star-map / main'],
  ['gitlab', gitlabPush, 'dome-control / shutters'],
  ['gitea', giteaFamilySamples('X-Gitea-Event').pullRequest, 'almanac / PR #7 Tides of the next year'],
  ['gogs', giteaFamilySamples('X-Gogs-Event').issue, 'almanac / issue #4 Leap seconds'],
  ['bitbucket', bitbucketPullRequest, 'telescope / PR #21 Follow satellites'],
  ['jira', jiraCreated, 'SKY-31: Clean the main mirror'],
  ['linear', linearIssue, 'Issue: Plan the open night'],
  ['trello', trelloMoved, 'Workshop'],
  ['circleci', circleciWorkflow, 'star-map'],
  ['grafana', { payload: { alerts: [grafanaAlert] } }, '[DomeHumidity]'],
  ['pagerduty', pagerdutyTriggered, 'Incident The shutters do not close (#17)'],
  ['uptimerobot', uptimeDown, 'Star map'],
  ['stripe', stripeCharge, 'charges'],
  ['zapier', { payload: { topic: 't', content: 'c' } }, 't'],
  ['ifttt', { payload: { subject: 's', content: 'c' } }, 's'],
];

/** Requests with an event that the service may have, but that its integration does not know. */
const UNKNOWN: readonly (readonly [name: string, delivery: Delivery])[] = [
  ['github', { headers: { 'x-github-event': 'moonrise' } }],
  ['gitlab', { headers: { 'x-gitlab-event': 'Moon Hook' } }],
  ['gitea', { headers: { 'x-gitea-event': 'moonrise' } }],
  ['gogs', { headers: { 'x-gogs-event': 'moonrise' } }],
  ['jira', { payload: { webhookEvent: 'moonrise' } }],
  ['linear', { payload: { type: 'Moon', action: 'create' } }],
  ['trello', trelloAction('moonrise', {})],
  ['circleci', { payload: { type: 'moonrise' } }],
  ['stripe', { payload: { type: 'moon.risen' } }],
  ['pagerduty', { payload: { event: { event_type: 'incident.moonrise' } } }],
];

/** A request of a service as the API shows it. */
type Sample = {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Headers that name the event, by integration. */
const HEADERS = {
  github: 'X-GitHub-Event',
  gitlab: 'X-GitLab-Event',
  gitea: 'X-Gitea-Event',
  gogs: 'X-Gogs-Event',
};

export const integrationRules: readonly Rule[] = [
  ...TOPICS.map(([name, delivery, topic], index) =>
    rule(`INT-${index + 1}`, OF, `A request of ${name} is posted in the topic of its subject.`, async (w) => {
      const h = await hook(w);
      plain(await deliver(w, h, name, delivery));
      same(
        (await posted(w, h)).map((message) => message.topic),
        [topic],
        'the topics',
      );
    }),
  ),
  ...UNKNOWN.map(([name, delivery], index) =>
    rule(`INT-${index + 21}`, OF, `An unknown event of ${name} is an error with status 200.`, async (w) => {
      const answer = await deliver(w, await hook(w), name, delivery);
      refused(answer, 'UNSUPPORTED_WEBHOOK_EVENT_TYPE', { webhook_name: name });
    }),
  ),
  ...Object.entries(HEADERS).map(([name, header], index) =>
    rule(`INT-${index + 41}`, OF, `A request of ${name} without its event header is refused.`, async (w) => {
      refused(await deliver(w, await hook(w), name), 'MISSING_HTTP_EVENT_HEADER', { header });
    }),
  ),
  rule('INT-51', OF, 'A merge request without title in its topic has its number there.', async (w) => {
    const h = await hook(w);
    plain(
      await deliver(w, h, 'gitlab', { ...gitlabMergeRequest, query: { use_merge_request_title: false } }),
    );
    same((await posted(w, h))[0]?.topic, 'dome-control / MR #12', 'the topic');
  }),
  rule('INT-52', OF, 'A system hook of GitLab is posted as the hook of a project.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'gitlab', { ...gitlabPush, headers: { 'x-gitlab-event': 'System Hook' } }));
    same((await posted(w, h))[0]?.topic, 'dome-control / shutters', 'the topic');
  }),
  rule('INT-53', OF, 'A Bitbucket push with two changes is posted in two topics.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'bitbucket', bitbucketPush));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['telescope / main', 'telescope'],
      'the topics',
    );
  }),
  rule('INT-54', OF, 'Jira and Bitbucket encode channel and topic twice.', async (w) => {
    const h = await hook(w);
    const query = { stream: encodeURIComponent(h.place.name), topic: 'a%2Fb' };
    plain(await deliver(w, h, 'jira', { ...jiraCreated, query }));
    plain(await deliver(w, h, 'bitbucket', { ...bitbucketPullRequest, query }));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['a/b', 'a/b'],
      'the topics',
    );
  }),
  rule('INT-55', OF, 'A Jira payload without an event is anomalous.', async (w) => {
    const answer = await deliver(w, await hook(w), 'jira');
    refused(answer, 'ANOMALOUS_WEBHOOK_PAYLOAD', { webhook_name: 'jira' });
  }),
  rule(
    'INT-56',
    OF,
    'Alerts of one instance are posted in one topic, a message for each state.',
    async (w) => {
      const h = await hook(w);
      plain(await deliver(w, h, 'alertmanager', alertmanagerAlerts));
      same(
        (await posted(w, h)).map(({ topic }) => topic),
        ['archive-2', 'archive-2'],
        'the topics',
      );
    },
  ),
  rule('INT-57', OF, 'The address chooses the label that is the topic of alerts.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'alertmanager', { ...alertmanagerAlerts, query: { name: 'alertname' } }));
    const topics = (await posted(w, h)).map(({ topic }) => topic);
    same(topics, ['DiskAlmostFull', 'BackupMissing', 'HighLoad'], 'the topics');
  }),
  rule('INT-58', OF, 'Each Grafana alert has a message.', async (w) => {
    const h = await hook(w);
    const other = { ...grafanaAlert, labels: { alertname: 'Wind' } };
    plain(await deliver(w, h, 'grafana', { payload: { alerts: [grafanaAlert, other] } }));
    same(
      (await posted(w, h)).map(({ topic }) => topic),
      ['[DomeHumidity]', '[Wind]'],
      'the topics',
    );
  }),
  rule('INT-59', OF, 'A Grafana alert that ends in the year 1 has no end.', async (w) => {
    const h = await hook(w);
    const ended = { ...grafanaAlert, endsAt: '2026-03-02T23:00:00Z' };
    plain(await deliver(w, h, 'grafana', { payload: { alerts: [grafanaAlert, ended] } }));
    const times = (await posted(w, h)).map(({ content }) => content.match(/<time:/g)?.length);
    same(times, [1, 2], 'the number of times in each message');
  }),
  rule('INT-60', OF, 'Each message of a PagerDuty request of version 2 is posted.', async (w) => {
    const h = await hook(w);
    const incident = { incident_number: 3, title: 'Rain' };
    const messages = ['trigger', 'acknowledge', 'resolve'].map((name) => ({
      event: `incident.${name}`,
      incident,
    }));
    plain(await deliver(w, h, 'pagerduty', { payload: { messages } }));
    same((await posted(w, h)).length, 3, 'the number of messages');
  }),
  rule('INT-61', OF, 'A moved position of a Trello card is a success that posts nothing.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'trello', trelloAction('updateCard', { old: { pos: 5 } })));
    same(await posted(w, h), [], 'the messages');
  }),
  rule('INT-62', OF, 'A test of credentials by Zapier gets the bot, and posts nothing.', async (w) => {
    const h = await hook(w);
    const answer = success(await deliver(w, h, 'zapier', { payload: { type: 'auth' } }));
    same([answer.at('id'), answer.at('full_name')], [h.bot.id, h.bot.name], 'id and name');
    same(await posted(w, h), [], 'the messages');
  }),
  rule('INT-63', OF, 'Zapier and IFTTT need a topic and a content.', async (w) => {
    const h = await hook(w);
    for (const name of ['zapier', 'ifttt'])
      for (const payload of [{ topic: 't' }, { content: 'c' }])
        refused(await deliver(w, h, name, { payload }));
  }),
  rule('INT-64', OF, 'A UptimeRobot request without its fields is refused.', async (w) => {
    refused(await deliver(w, await hook(w), 'uptimerobot'));
  }),
  rule('INT-65', 'register-queue', 'Registration lists every integration with its options.', async (w) => {
    const form = { fetch_event_types: ['realm_incoming_webhook_bots'], event_types: [] };
    const answer = success(await w.ask('POST', '/register', { as: await w.owner(), form }));
    const list = items(answer, 'realm_incoming_webhook_bots');
    const names = list.map(({ name }) => name);
    for (const name of ['json', 'slack_incoming', ...TOPICS.map(([one]) => one)])
      holds(names.includes(name), `an integration ${name}`, names);
    const types = Object.fromEntries(list.map(({ name, all_event_types }) => [name, all_event_types]));
    same(types['json'], null, 'the event types of json');
    holds(
      Array.isArray(types['github']) && types['github'].includes('push_commits'),
      'push_commits',
      types['github'],
    );
  }),
  rule('INT-66', 'get-integration', 'Every integration has a sample whose request is posted.', async (w) => {
    const [as, h] = [await w.owner(), await hook(w)];
    const form = { fetch_event_types: ['realm_incoming_webhook_bots'], event_types: [] };
    const list = items(
      success(await w.ask('POST', '/register', { as, form })),
      'realm_incoming_webhook_bots',
    );
    for (const { name, display_name: shown } of list) {
      const answer = success(await w.ask('GET', `/integrations/${String(name)}`, { as }));
      same(answer.at('display_name'), shown, 'the name');
      const { headers, query, body } = answer.at('samples', 0) as Sample;
      const delivery = { headers, query: { ...query, topic: String(name) }, payload: body };
      success(await deliver(w, h, String(name), delivery));
    }
    const topics = new Set((await posted(w, h)).map(({ topic }) => topic));
    same(
      [...topics],
      list.map(({ name }) => name),
      'the topics',
    );
  }),
  rule('INT-67', 'get-integration', 'An unknown integration is not found.', async (w) => {
    missing(await w.ask('GET', '/integrations/moonrise', { as: await w.owner() }));
  }),
];
