import { expect, test } from 'vitest';
import { adviceOn } from '../commands/version.ts';
import { parseReleaseList, standingOf } from './release-list.ts';

const LIST = JSON.stringify({
  releases: [
    { version: '0.10.0', released: '2027-06-30', security: false },
    { version: '0.4.0', released: '2026-11-18', security: false },
    { version: '0.5.0', released: '2027-01-31', security: false },
    { version: '0.4.1', released: '2027-02-10', security: true },
  ],
});
const releases = parseReleaseList(LIST) ?? [];

test('a list is read oldest first, whatever its order', () => {
  expect(releases.map(({ version }) => version)).toEqual(['0.4.0', '0.4.1', '0.5.0', '0.10.0']);
});

test.each([
  '',
  '[]',
  '{"releases":[]}',
  '{"releases":[{"version":"0.4","released":"2026-11-18","security":false}]}',
])('a text that is no list is refused: %s', (text) => {
  expect(parseReleaseList(text)).toBeUndefined();
});

test.each([
  ['0.10.0', '2030-01-01', { isNewest: true, isSupported: true, supportedUntil: undefined }],
  ['0.11.0-dev', '2030-01-01', { isNewest: true }],
  ['0.10.0-dev', '2027-06-01', { isNewest: false, supportedUntil: undefined }],
  ['0.5.0', '2027-09-30', { isNewest: false, isSupported: true, supportedUntil: '2027-09-30' }],
  ['0.5.0', '2027-10-01', { isSupported: false, missedSecurity: [] }],
  ['0.4.0', '2027-02-01', { isSupported: true, supportedUntil: '2027-05-01', missedSecurity: ['0.4.1'] }],
])('version %s on %s', (version, day, expected) => {
  expect(standingOf(version, releases, new Date(`${day}T12:00:00Z`))).toMatchObject(expected);
});

test('the advice names the next command and the way back', () => {
  const standing = standingOf('0.4.0', releases, new Date('2027-02-11'));
  const { text, isFailure } = adviceOn('0.4.0', standing);
  expect(isFailure).toBe(true);
  expect(text).toMatch(/^Upgrade now: a newer release fixes a vulnerability\.\n/);
  expect(text).toContain('apt install parley=0.10.0');
  expect(text).toContain('apt install --allow-downgrades parley=0.4.0');
  expect(adviceOn('0.10.0', standingOf('0.10.0', releases, new Date('2027-07-01')))).toMatchObject({
    isFailure: false,
    text: 'This is the newest release.',
  });
});
