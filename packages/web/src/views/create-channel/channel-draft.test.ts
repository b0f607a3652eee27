import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { emptyDraft, nameProblem, toRequest } from './channel-draft.ts';

const facts = { userIds: [1, 2], folderId: undefined, canAnnounce: true };

test('settings that nobody touched are left out', () => {
  const draft = { ...emptyDraft(undefined, 'open'), name: ' dome ' };
  expect(toRequest(draft, facts)).toEqual({
    name: 'dome',
    description: '',
    subscribers: [1, 2],
    invite_only: false,
    is_web_public: false,
    announce: true,
  });
});

test('a private channel is not announced and never a default', () => {
  const draft = {
    ...emptyDraft(3, 'private'),
    name: 'board',
    isDefault: true,
    isHistoryOpen: false,
    topicStarters: '7',
  };
  expect(toRequest(draft, { ...facts, folderId: 3 })).toEqual({
    name: 'board',
    description: '',
    subscribers: [1, 2],
    invite_only: true,
    is_web_public: false,
    announce: false,
    folder_id: 3,
    history_public_to_subscribers: false,
  });
});

test.each([
  ['90', 90],
  ['unlimited', 'unlimited'],
])('messages are kept for %s, as the server takes it', (retention, sent) => {
  const draft = { ...emptyDraft(undefined, 'open'), name: 'dome', retention };
  expect(toRequest(draft, facts).message_retention_days).toBe(sent);
});

test('a name is taken in any case, also by an archived channel', () => {
  const state = {
    subscriptions: [{ name: 'Dome', is_archived: false }],
    never_subscribed: [{ name: 'attic', is_archived: true }],
  } as unknown as State;
  expect(nameProblem(state, 'dome ')).toMatch('join it');
  expect(nameProblem(state, 'attic')).toMatch('archived');
  expect(nameProblem(state, 'cellar')).toBeUndefined();
});
