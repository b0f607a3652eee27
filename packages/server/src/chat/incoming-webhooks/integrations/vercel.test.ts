import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { vercelSucceeded } from '../samples/builds.ts';
import { vercel } from './vercel.ts';

test.each([
  [
    'deployment.created',
    ':info: [Deployment for production](https://vercel.com/lyra/moon-phases/31): started.',
  ],
  [
    'deployment.succeeded',
    ':check: [Deployment for production](https://moon-phases-31.vercel.app): succeeded.',
  ],
  [
    'deployment.error',
    ':cross_mark: [Deployment for production](https://vercel.com/lyra/moon-phases/31): failed.',
  ],
  ['deployment.promoted', 'promoted to production.'],
])('%s is posted in the topic of the branch', (type, part) => {
  expect(messagesAbout(vercel, changed(vercelSucceeded, { type }))).toMatchObject([
    { event: type, topic: 'moon-phases / main', content: expect.stringContaining(part) as string },
  ]);
});

test('the commit and its author are posted', () => {
  expect(messagesAbout(vercel, vercelSucceeded)[0]?.content).toContain(
    'Show the age of the moon (4f1d9c0) by Mateo Quispe',
  );
});

test('a deployment without a repository has the topic of the project', () => {
  const payload = { deployment: { name: 'tides', url: 'tides-1.vercel.app' } };
  expect(messagesAbout(vercel, { payload: { type: 'deployment.succeeded', payload } })).toEqual([
    {
      event: 'deployment.succeeded',
      topic: 'tides',
      content: ':check: [Deployment](https://tides-1.vercel.app): succeeded.',
    },
  ]);
});

test('new projects are posted', () => {
  const sample = { payload: { type: 'project.created', payload: { name: 'tides' } } };
  expect(messagesAbout(vercel, sample)).toMatchObject([
    { topic: 'tides', content: 'The project tides was created.' },
  ]);
});

test('checks and other branches than those of the address are dropped', () => {
  expect(messagesAbout(vercel, changed(vercelSucceeded, { type: 'deployment.check-rerequested' }))).toEqual(
    [],
  );
  expect(messagesAbout(vercel, withOptions(vercelSucceeded, { branches: 'next' }))).toEqual([]);
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(vercel, changed(vercelSucceeded, { type: 'toString' }))).toBe(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  );
  expect(refusalOf(vercel, { payload: {} })).toBe('BAD_REQUEST');
});
