import { beforeEach, expect, test } from 'vitest';
import { usePanel } from './panel-store.ts';

const panel = () => usePanel.getState();
beforeEach(() => panel().close());

test('a panel about a user ends with the place beside which it was opened', () => {
  panel().open({ kind: 'user', userId: 7 });
  panel().leaveUser();
  expect(panel().content).toBeUndefined();
});

test('a panel about the place comes back behind one about a user, once', () => {
  panel().toggle();
  panel().open({ kind: 'user', userId: 7 });
  panel().open({ kind: 'user', userId: 8 });
  panel().leaveUser();
  expect(panel().content).toEqual({ kind: 'place' });
  panel().leaveUser();
  expect(panel().content).toEqual({ kind: 'place' });
  panel().close();
  panel().open({ kind: 'user', userId: 7 });
  panel().leaveUser();
  expect(panel().content).toBeUndefined();
});
