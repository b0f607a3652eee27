import { buildText } from '../builds.ts';
import { durationText } from '../durations.ts';
import { branchTopic, isWantedBranch, numberedTopic } from '../git-hosts.ts';
import type { Integration } from '../integration.ts';
import type { PayloadObject } from '../payload-object.ts';

export const travis: Integration = {
  name: 'travis',
  displayName: 'Travis CI',
  events: ['push', 'pull_request', 'cron', 'api'],
  options: [
    { key: 'branches', label: 'Branches whose builds are posted, separated by commas', input: 'text' },
  ],
  about: 'Posts the outcome of builds of branches and pull requests, with their commit and author.',
  setup: 'Add the address to `notifications` in the file `.travis.yml`, as an item of `webhooks`.',
  compose: ({ payload, options }) => {
    const branch = payload.text('branch');
    if (!isWantedBranch(options, branch)) return [];
    const content = buildText({
      name: `Build #${payload.text('number')}`,
      url: payload.textIf('build_url'),
      status: payload.text('status_message'),
      branch,
      duration: durationText(payload.numberIf('duration')),
      commit: {
        hash: payload.textIf('commit') ?? '',
        message: payload.textIf('message') ?? '',
        url: payload.textIf('compare_url'),
      },
      author: payload.textIf('author_name'),
    });
    return [{ event: payload.textIf('type') ?? 'push', topic: topicOf(payload, branch), content }];
  },
};

function topicOf(payload: PayloadObject, branch: string): string {
  const repository = payload.text('repository.name');
  if (payload.textIf('type') !== 'pull_request') return branchTopic(repository, branch);
  const number = payload.textIf('pull_request_number') ?? '';
  return numberedTopic(repository, 'PR', number, payload.textIf('pull_request_title') ?? '');
}
