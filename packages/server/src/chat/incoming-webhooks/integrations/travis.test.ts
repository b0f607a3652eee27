import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { travisFixed } from '../samples/builds.ts';
import { travis } from './travis.ts';

test.each([
  ['Fixed', ':check:', 'fixed'],
  ['Still Failing', ':cross_mark:', 'still failing'],
  ['Canceled', ':info:', 'canceled'],
])('a build that is %s is posted in the topic of its branch', (status_message, icon, words) => {
  expect(messagesAbout(travis, changed(travisFixed, { status_message }))).toMatchObject([
    {
      event: 'push',
      topic: 'star-map / main',
      content: expect.stringMatching(new RegExp(`^${icon} \\[Build #204\\]\\(.*: ${words} after`)) as string,
    },
  ]);
});

test('a build of a pull request is posted in its topic', () => {
  const request = { type: 'pull_request', pull_request_number: 7, pull_request_title: 'Tides' };
  expect(messagesAbout(travis, changed(travisFixed, request))).toMatchObject([
    { event: 'pull_request', topic: 'star-map / PR #7 Tides' },
  ]);
});

test('builds of other branches than those of the address are dropped', () => {
  expect(messagesAbout(travis, withOptions(travisFixed, { branches: 'main, next' }))).toHaveLength(1);
  expect(messagesAbout(travis, withOptions(travisFixed, { branches: 'next' }))).toEqual([]);
});

test('other payloads are refused', () => {
  expect(refusalOf(travis, { payload: { branch: 'main' } })).toBe('BAD_REQUEST');
});
