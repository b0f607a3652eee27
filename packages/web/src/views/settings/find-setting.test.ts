import { expect, test } from 'vitest';
import { findSettings } from './find-setting.ts';

test('a setting is found by its name and by words that mean the same', () => {
  expect(findSettings('enter')[0]).toEqual({ page: 'writing', id: 'enter_sends', label: 'Enter sends' });
  expect(findSettings('avatar')[0]?.id).toBe('picture');
  expect(findSettings('dark')[0]?.page).toBe('look');
  expect(findSettings('passw')[0]?.id).toBe('password');
});

test('nothing is found for nothing', () => {
  expect(findSettings(' ')).toEqual([]);
  expect(findSettings('zeppelin')).toEqual([]);
});
