import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { jenkinsFinalized } from '../samples/builds.ts';
import { jenkins } from './jenkins.ts';

const { build } = jenkinsFinalized.payload;

function inPhase(phase: string, more: object = {}) {
  return changed(jenkinsFinalized, { build: { ...build, phase, ...more } });
}

test.each([
  ['FINALIZED', {}, ':cross_mark: [Build #18](', 'of `satellites`: failure after 4 minutes 10 seconds.'],
  ['FINALIZED', { status: 'UNSTABLE' }, ':warning:', ': unstable after'],
  ['FINALIZED', { status: 'SUCCESS', duration: 0 }, ':check:', ': success.'],
  ['STARTED', {}, ':info:', ': started.'],
])('a build in the phase %s with %j is posted', (phase, more, icon, part) => {
  const [message] = messagesAbout(jenkins, inPhase(phase, more));
  expect(message).toMatchObject({ event: phase.toLowerCase(), topic: 'telescope' });
  expect(message?.content).toMatch(new RegExp(`^${icon.replaceAll(/[[(]/g, '\\$&')}`));
  expect(message?.content).toContain(part);
});

test('phases before others that say more are dropped', () => {
  for (const phase of ['QUEUED', 'COMPLETED']) expect(messagesAbout(jenkins, inPhase(phase))).toEqual([]);
});

test('unknown phases and other payloads are refused', () => {
  expect(refusalOf(jenkins, inPhase('toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(jenkins, { payload: {} })).toBe('BAD_REQUEST');
});
