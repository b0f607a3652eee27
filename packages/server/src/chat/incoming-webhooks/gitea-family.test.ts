import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { describe, expect, test } from 'vitest';
import { gitea } from './integrations/gitea.ts';
import { gogs } from './integrations/gogs.ts';
import { giteaFamilySamples } from './samples/gitea.ts';

describe.each([
  [gitea, 'X-Gitea-Event'],
  [gogs, 'X-Gogs-Event'],
] as const)('$displayName', (integration, header) => {
  const samples = giteaFamilySamples(header);

  test.each([
    ['push', 'push', 'almanac / main', 'jonas [pushed]('],
    ['create', 'create', 'almanac / tides', 'created the branch [tides]('],
    ['pullRequest', 'pull_request', 'almanac / PR #7 Tides of the next year', 'from `tides` to `main`.'],
    ['merged', 'pull_request', 'almanac / PR #7 Tides of the next year', 'iris merged [PR #7]('],
    ['issue', 'issues', 'almanac / issue #4 Leap seconds', 'jonas opened [issue #4]('],
    ['comment', 'issue_comment', 'almanac / issue #4 Leap seconds', '[commented]('],
    ['release', 'release', 'almanac / v3.1 Autumn sky', 'published the release [Autumn sky]('],
  ] as const)('the event %s is posted', (name, event, topic, part) => {
    expect(messagesAbout(integration, samples[name])).toMatchObject([
      { event, topic, content: expect.stringContaining(part) as string },
    ]);
  });

  test('a push without commits, or of a tag, is a sentence', () => {
    const [empty] = messagesAbout(integration, changed(samples.push, { commits: [] }));
    expect(empty?.content).toContain('without new commits');
    const [tag] = messagesAbout(integration, changed(samples.push, { ref: 'refs/tags/v4' }));
    expect(tag).toMatchObject({
      topic: 'almanac',
      content: expect.stringContaining('the tag [v4](') as string,
    });
  });

  test('a request that is closed without merge says so', () => {
    const [message] = messagesAbout(integration, changed(samples.pullRequest, { action: 'closed' }));
    expect(message?.content).toContain('closed without merge');
  });

  test('a push to another branch is dropped', () => {
    expect(messagesAbout(integration, withOptions(samples.push, { branches: 'x' }))).toEqual([]);
  });

  test('a missing header and an unknown event are refused', () => {
    expect(refusalOf(integration, { payload: {} })).toBe('MISSING_HTTP_EVENT_HEADER');
    const unknown = { headers: { [header]: 'toString' }, payload: {} };
    expect(refusalOf(integration, unknown)).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  });
});
