import { beforeEach, expect, test } from 'vitest';
import { closePanel, leaveUser, openPanel, panel, togglePanel } from './panel-store.ts';

beforeEach(() => closePanel());

test('a panel about a user ends with the place beside which it was opened', () => {
  openPanel({ kind: 'user', userId: 7 });
  leaveUser();
  expect(panel.get().content).toBeUndefined();
});

test('a panel about the place comes back behind one about a user, once', () => {
  togglePanel();
  openPanel({ kind: 'user', userId: 7 });
  openPanel({ kind: 'user', userId: 8 });
  leaveUser();
  expect(panel.get().content).toEqual({ kind: 'place' });
  leaveUser();
  expect(panel.get().content).toEqual({ kind: 'place' });
  closePanel();
  openPanel({ kind: 'user', userId: 7 });
  leaveUser();
  expect(panel.get().content).toBeUndefined();
});
