import { expect, test } from 'vitest';
import { NOTHING_PERSONAL, personalKey } from './event-adapter.ts';

test('readers share the bytes of an event only if all their personal parts are equal', () => {
  const different = [
    NOTHING_PERSONAL,
    { ...NOTHING_PERSONAL, localId: '1.01' },
    { ...NOTHING_PERSONAL, localId: '1.02' },
    { ...NOTHING_PERSONAL, flags: ['read'] as const },
    { ...NOTHING_PERSONAL, flags: ['read', 'mentioned'] as const },
    { ...NOTHING_PERSONAL, isStranger: true },
  ];
  expect(new Set(different.map(personalKey)).size).toBe(different.length);
  expect(personalKey({ ...NOTHING_PERSONAL, isStranger: false })).toBe(personalKey(NOTHING_PERSONAL));
});
