import { expect, test } from 'vitest';
import { curlCommand, webhookPath, type WebhookChoice } from './webhook-address.ts';

const github = {
  name: 'github',
  url_options: [
    { key: 'branches', label: 'Branches', input_type: 'text' },
    { key: 'ignore_private_repositories', label: 'Private', input_type: 'checkbox' },
    { key: 'use_merge_request_title', label: 'Titles', input_type: 'checkbox_enabled' },
  ],
};
const nothing: WebhookChoice = { channelId: undefined, topic: 'ignored', events: [], options: {} };

test('an address without choices has the key alone', () => {
  expect(webhookPath(github, 'k', nothing)).toBe('/api/v1/external/github?api_key=k');
});

test('an address has channel, topic, filter, and the options that differ from their defaults', () => {
  const path = webhookPath(github, 'k', {
    channelId: 7,
    topic: ' night plan ',
    events: ['push_commits', 'star'],
    options: { branches: 'main', ignore_private_repositories: true, use_merge_request_title: true },
  });
  expect(Object.fromEntries(new URL(path, 'https://x.test').searchParams)).toEqual({
    api_key: 'k',
    stream: '7',
    topic: 'night plan',
    only_events: '["push_commits","star"]',
    branches: 'main',
    ignore_private_repositories: 'true',
  });
});

test('quotes of a payload end no argument of the command', () => {
  const sample = { headers: { 'X-Event': 'push' }, query: {}, body: `{"text": "it's"}` };
  expect(curlCommand('https://x.test/a?b=c&d=e', sample)).toBe(
    [
      "curl -X POST 'https://x.test/a?b=c&d=e' \\",
      "  -H 'Content-Type: application/json' \\",
      "  -H 'X-Event: push' \\",
      String.raw`  -d '{"text": "it'\''s"}'`,
    ].join('\n'),
  );
});
