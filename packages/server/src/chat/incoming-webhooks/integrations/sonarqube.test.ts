import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { sonarqubeFailed } from '../samples/builds.ts';
import { sonarqube } from './sonarqube.ts';

const { qualityGate } = sonarqubeFailed.payload;

test('the conditions that are not met are posted', () => {
  const [message] = messagesAbout(sonarqube, sonarqubeFailed);
  expect(message).toMatchObject({ event: 'failed', topic: 'star-map / planets' });
  expect(message?.content).toMatch(/^:cross_mark: .* did not pass the quality gate Lyra way\.\n\n\* /);
  expect(message?.content).toContain('* `new coverage`: 61.5 (less than 80)');
  expect(message?.content).not.toContain('bugs');
});

test('a project that passes, and one without branches, is posted', () => {
  const passed = changed(sonarqubeFailed, { qualityGate: { ...qualityGate, status: 'OK', conditions: [] } });
  expect(messagesAbout(sonarqube, changed(passed, { branch: undefined }))).toMatchObject([
    {
      event: 'passed',
      topic: 'star-map',
      content: expect.stringContaining('passed the quality gate Lyra way.') as string,
    },
  ]);
});

test('an analysis that fails is posted', () => {
  const failed = changed(sonarqubeFailed, { status: 'FAILED', qualityGate: undefined });
  expect(messagesAbout(sonarqube, failed)[0]?.content).toMatch(/^:cross_mark: The analysis of .* failed\.$/);
});

test('other branches than those of the address are dropped', () => {
  expect(messagesAbout(sonarqube, withOptions(sonarqubeFailed, { branches: 'main' }))).toEqual([]);
});

test('other payloads are refused', () => {
  expect(refusalOf(sonarqube, { payload: { status: 'SUCCESS' } })).toBe('BAD_REQUEST');
});
