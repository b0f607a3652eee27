import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { buildkiteFinished } from '../samples/builds.ts';
import { buildkite } from './buildkite.ts';

const { build } = buildkiteFinished.payload;

test('a finished build is posted with its duration, commit and author', () => {
  expect(messagesAbout(buildkite, buildkiteFinished)).toEqual([
    {
      event: 'build.finished',
      topic: 'star-map / planets',
      content:
        ':check: [Build #64](https://buildkite.com/lyra/star-map/builds/64) of `planets`: passed after 3 minutes 20 seconds.\n\nDraw the constellation of Lyra (4f1d9c0) by Iris Lindqvist',
    },
  ]);
});

test('a build that begins to fail is marked', () => {
  const sample = changed(buildkiteFinished, {
    event: 'build.failing',
    build: { ...build, state: 'failing' },
  });
  expect(messagesAbout(buildkite, sample)[0]?.content).toMatch(/^:cross_mark: /);
});

test('jobs, agents and other branches than those of the address are dropped', () => {
  for (const event of ['job.finished', 'agent.connected'])
    expect(messagesAbout(buildkite, changed(buildkiteFinished, { event }))).toEqual([]);
  expect(messagesAbout(buildkite, withOptions(buildkiteFinished, { branches: 'main' }))).toEqual([]);
});

test('a ping is posted', () => {
  expect(messagesAbout(buildkite, { payload: { event: 'ping' } })).toMatchObject([{ topic: 'Test event' }]);
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(buildkite, { payload: { event: 'toString' } })).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(buildkite, { payload: {} })).toBe('BAD_REQUEST');
});
