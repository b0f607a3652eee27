import { expect, test } from 'vitest';
import { checkPrivacy, proposedPrivacy, type Privacy, type PrivacyChange } from './privacy.ts';

function kind(is_private: boolean, is_history_public: boolean, is_web_public = false): Privacy {
  return {
    is_private,
    is_web_public,
    is_history_public,
  };
}

const open = kind(false, true);
const shared = kind(true, true);
const closed = kind(true, false);

test.each<[Privacy, PrivacyChange, Privacy]>([
  [open, {}, open],
  [open, { is_private: true }, closed],
  [open, { is_private: true, history_public_to_subscribers: true }, shared],
  [shared, { is_private: false }, open],
  [closed, { is_private: false }, open],
  [closed, { history_public_to_subscribers: true }, shared],
  [shared, { is_private: true }, closed],
])('%j with %j becomes %j', (current, change, expected) => {
  expect(proposedPrivacy(current, change)).toEqual(expected);
});

test('checkPrivacy accepts exactly four kinds of channels', () => {
  for (const fine of [open, shared, closed, kind(false, true, true)])
    expect(() => {
      checkPrivacy(fine);
    }).not.toThrow();
  for (const bad of [kind(false, false), kind(true, true, true), kind(false, false, true)])
    expect(() => {
      checkPrivacy(bad);
    }).toThrow('channel');
});
