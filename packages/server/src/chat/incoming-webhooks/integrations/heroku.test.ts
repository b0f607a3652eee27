import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { herokuRelease } from '../samples/builds.ts';
import { heroku } from './heroku.ts';

const { data } = herokuRelease.payload;
const app = { name: 'ticket-shop' };

function event(resource: string, action: string, more: object) {
  return { payload: { resource, action, data: { app, ...more } } };
}

test.each([
  ['release', 'update', data, ':check: Release v27: succeeded.'],
  ['build', 'update', { status: 'failed' }, ':cross_mark: Build: failed.'],
  ['dyno', 'update', { name: 'web.1', state: 'crashed', type: 'web' }, 'The dyno **web.1** crashed (web).'],
  [
    'formation',
    'update',
    { type: 'web', quantity: 2, size: 'Basic' },
    'The formation of web was changed to 2 dynos of the size Basic.',
  ],
  ['addon', 'destroy', { name: 'postgresql-flat-1' }, 'The add-on **postgresql-flat-1** was removed.'],
  ['domain', 'create', { hostname: 'tickets.example.org' }, 'The domain tickets.example.org was added.'],
  ['collaborator', 'create', { user: { email: 'a@example.org' } }, 'a@example.org was added.'],
])('%s:%s is posted in the topic of the app', (resource, action, more, part) => {
  expect(messagesAbout(heroku, event(resource, action, more))).toMatchObject([
    {
      event: `${resource}:${action}`,
      topic: 'ticket-shop',
      content: expect.stringContaining(part) as string,
    },
  ]);
});

test('beginnings, dynos that go on and other actions are dropped', () => {
  expect(messagesAbout(heroku, event('release', 'create', { status: 'pending' }))).toEqual([]);
  expect(messagesAbout(heroku, event('dyno', 'update', { name: 'web.1', state: 'up' }))).toEqual([]);
  expect(messagesAbout(heroku, event('dyno', 'create', { name: 'web.1' }))).toEqual([]);
});

test('unknown resources and other payloads are refused', () => {
  expect(refusalOf(heroku, event('toString', 'create', {}))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(heroku, { payload: {} })).toBe('BAD_REQUEST');
});
