import {
  changed,
  messagesAbout,
  refusalOf,
  underHeader,
  withOptions,
} from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { netlifyReady } from '../samples/builds.ts';
import { netlify } from './netlify.ts';

test.each([
  ['deploy_building', ':info: [Deploy](https://app.netlify.com/sites/open-nights): building.'],
  ['deploy_created', ':check: [Deploy](https://65e3lyra--open-nights.netlify.app): ready after 41 seconds.'],
  ['deploy_failed', ':cross_mark: [Deploy](https://app.netlify.com/sites/open-nights): failed.'],
  ['deploy_locked', 'locked.'],
])('%s is posted in the topic of the branch', (event, part) => {
  expect(messagesAbout(netlify, underHeader(netlifyReady, { 'X-Netlify-Event': event }))).toMatchObject([
    { event, topic: 'open-nights / main', content: expect.stringContaining(part) as string },
  ]);
});

test('the reason of a failure is quoted', () => {
  const failed = underHeader(netlifyReady, { 'X-Netlify-Event': 'deploy_failed' });
  const [message] = messagesAbout(netlify, changed(failed, { error_message: 'Build script returned 2' }));
  expect(message?.content).toContain('```quote\nBuild script returned 2\n```');
});

test('a deploy without a branch has the topic of the site', () => {
  expect(messagesAbout(netlify, changed(netlifyReady, { branch: null }))[0]?.topic).toBe('open-nights');
});

test('other branches than those of the address are dropped', () => {
  expect(messagesAbout(netlify, withOptions(netlifyReady, { branches: 'next' }))).toEqual([]);
});

test('unknown events and requests without one are refused', () => {
  expect(refusalOf(netlify, underHeader(netlifyReady, { 'X-Netlify-Event': 'toString' }))).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
  expect(refusalOf(netlify, underHeader(netlifyReady, {}))).toBe('MISSING_HTTP_EVENT_HEADER');
});
