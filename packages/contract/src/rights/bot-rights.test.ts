import { expect, test } from 'vitest';
import { refuseBot } from './bot-rights.ts';

/** Whether a user creates bots that read, and incoming webhooks. */
function created(any: boolean, writeOnly: boolean): readonly boolean[] {
  const held = { can_create_bots_group: any, can_create_write_only_bots_group: writeOnly };
  return [false, true].map((onlyWrites) => refuseBot(held, onlyWrites) === undefined);
}

test('incoming webhooks have a permission of their own', () => {
  expect(created(true, true)).toEqual([true, true]);
  expect(created(true, false)).toEqual([true, true]);
  expect(created(false, true)).toEqual([false, true]);
  expect(created(false, false)).toEqual([false, false]);
});

test('a refusal names the permission that would allow the bot', () => {
  const held = { can_create_bots_group: false, can_create_write_only_bots_group: false };
  expect(refuseBot(held, false)?.permission).toBe('can_create_bots_group');
  expect(refuseBot(held, true)?.permission).toBe('can_create_write_only_bots_group');
});
