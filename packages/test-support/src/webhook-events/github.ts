import type { WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';
import { githubCommit, githubPush } from '@parley/server/chat/incoming-webhooks/samples/github.ts';
import { githubRequestEvents } from './github-requests.ts';
import type { WebhookEvent } from './webhook-event.ts';

const { repository, sender } = githubPush.payload;

export function githubEvent(header: string, payload: object): WebhookSample {
  return { headers: { 'X-GitHub-Event': header }, payload: { repository, sender, ...payload } };
}

const discussion = {
  number: 6,
  title: 'Which sky?',
  html_url: 'https://github.com/d/6',
  body: 'North or south?',
};

export const githubEvents: readonly WebhookEvent[] = [
  ...githubRequestEvents,
  [
    'a comment on a commit',
    githubEvent('commit_comment', { comment: { commit_id: githubCommit.id, body: 'Nice.' } }),
    'commit_comment',
    'star-map',
    '[4f1d9c0](',
  ],
  [
    'a new branch',
    githubEvent('create', { ref: 'moon', ref_type: 'branch' }),
    'create',
    'star-map',
    'created the branch `moon`.',
  ],
  [
    'a deleted tag',
    githubEvent('delete', { ref: 'v0', ref_type: 'tag' }),
    'delete',
    'star-map',
    'deleted the tag `v0`.',
  ],
  [
    'a fork',
    githubEvent('fork', { forkee: { full_name: 'iris/star-map' } }),
    'fork',
    'star-map',
    'as iris/star-map.',
  ],
  [
    'wiki pages',
    githubEvent('gollum', { pages: [{ action: 'edited', title: 'Home' }] }),
    'gollum',
    'star-map / wiki pages',
    '* edited Home',
  ],
  [
    'a collaborator',
    githubEvent('member', { action: 'added', member: { login: 'iris' } }),
    'member',
    'star-map',
    'added iris as a collaborator',
  ],
  [
    'a build of pages',
    githubEvent('page_build', { build: { status: 'built', error: { message: null } } }),
    'page_build',
    'star-map',
    'is built.',
  ],
  ['a ping', githubEvent('ping', {}), 'ping', 'star-map', 'The webhook of star-map works.'],
  [
    'a ping of an organization',
    { headers: { 'X-GitHub-Event': 'ping' }, payload: { organization: { login: 'lyra' } } },
    'ping',
    'lyra',
    'lyra works.',
  ],
  ['a public repository', githubEvent('public', {}), 'public', 'star-map', 'public.'],
  [
    'a release',
    githubEvent('release', { action: 'published', release: { tag_name: 'v1', name: '', body: 'Stars.' } }),
    'release',
    'star-map',
    'the release v1 for the tag `v1`.',
  ],
  [
    'a repository',
    githubEvent('repository', { action: 'archived' }),
    'repository',
    'star-map',
    'archived the repository',
  ],
  [
    'an advisory',
    githubEvent('repository_advisory', {
      action: 'published',
      repository_advisory: { summary: 'Leak', severity: 'high' },
    }),
    'repository_advisory',
    'star-map',
    'Leak (severity high).',
  ],
  ['a star', githubEvent('star', { action: 'created' }), 'star', 'star-map', 'starred ['],
  ['a watcher', githubEvent('watch', { action: 'started' }), 'watch', 'star-map', 'watches ['],
  [
    'a status',
    githubEvent('status', {
      sha: githubCommit.id,
      state: 'success',
      context: 'ci',
      commit: { commit: { message: 'm' } },
    }),
    'status',
    'star-map',
    'ci reports success for the commit m (4f1d9c0).',
  ],
  [
    'a check',
    githubEvent('check_run', {
      check_run: { status: 'completed', conclusion: 'timed_out', name: 'lint', head_sha: githubCommit.id },
    }),
    'check_run',
    'star-map / checks',
    'completed: timed out.',
  ],
  [
    'a deployment',
    githubEvent('deployment', { deployment: { environment: 'dome' } }),
    'deployment',
    'star-map / deployment dome',
    'to `dome`.',
  ],
  [
    'a status of a deployment',
    githubEvent('deployment_status', {
      deployment: { environment: 'dome' },
      deployment_status: { state: 'failure' },
    }),
    'deployment_status',
    'star-map / deployment dome',
    'is now: failure.',
  ],
  [
    'a discussion',
    githubEvent('discussion', { action: 'created', discussion }),
    'discussion',
    'star-map discussion #6: Which sky?',
    'created [discussion #6](',
  ],
  [
    'a comment on a discussion',
    githubEvent('discussion_comment', { action: 'created', discussion, comment: { body: 'South.' } }),
    'discussion_comment',
    'star-map discussion #6: Which sky?',
    'South.',
  ],
  [
    'a member of a team',
    githubEvent('membership', {
      action: 'added',
      member: { login: 'iris' },
      organization: { login: 'lyra' },
      team: { name: 'Optics' },
    }),
    'membership',
    'lyra',
    'added iris to the team Optics.',
  ],
  [
    'an edited team',
    githubEvent('team', {
      action: 'edited',
      team: { name: 'Optics', description: 'Glass' },
      changes: { description: {} },
    }),
    'team',
    'team Optics',
    'Glass',
  ],
  [
    'access of a team',
    githubEvent('team_add', { team: { name: 'Optics' } }),
    'team_add',
    'star-map',
    'gave the team Optics access',
  ],
  [
    'a sponsor',
    githubEvent('sponsorship', {
      action: 'created',
      sponsorship: { sponsor: { login: 'patron' }, tier: { name: 'Gold' } },
    }),
    'created',
    'sponsors',
    'patron became a sponsor (Gold).',
  ],
];
