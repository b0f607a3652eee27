import { expect, test } from 'vitest';
import { forgetUser } from './forget-user.ts';

/** Names are own properties, as in a browser. */
function storageWith(items: Record<string, string>): Storage {
  return Object.defineProperty({ ...items }, 'removeItem', {
    value(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as unknown as Storage;
}

test('everything of the user goes; choices about the device and data of others stay', () => {
  const local = storageWith({
    'parley-user': '7',
    'parley-folded-channels-3': 'yes',
    'parley.compose.7.edit.42': '{"text":"secret"}',
    'parley.recent-emoji': '["tada"]',
    'parley-look': '{"theme":"dark"}',
    'parley-shared-device': 'yes',
    'parley-install': 'answered',
    other: 'kept',
  });
  const session = storageWith({ 'parley-wanted-place': '#inbox' });
  forgetUser([local, session]);
  expect(Object.keys(local)).toEqual(['parley-look', 'parley-shared-device', 'parley-install', 'other']);
  expect(Object.keys(session)).toEqual([]);
});
