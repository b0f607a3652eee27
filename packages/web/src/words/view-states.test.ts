import { expect, test } from 'vitest';
import { isSpecial, needsServer, VIEW_STATES, VIEWS, viewWords } from './view-states.ts';

const all = VIEWS.flatMap((view) => VIEW_STATES.map((state) => [view, state] as const));

test.each(all)(
  '%s with %s has a heading, whole sentences without exclamation and one button',
  (view, state) => {
    const { title, text, action } = viewWords(view, state);
    expect(title).toMatch(/^\p{Lu}[^.!]*$/u);
    expect(text).toMatch(/^\p{Lu}[^!]*\.$/u);
    expect(action).not.toBe('');
  },
);

test('each state changes the words of the views that it concerns', () => {
  const special = VIEW_STATES.map((state) => [
    state,
    VIEWS.filter((view) => isSpecial(view, state)).join(' '),
  ]);
  const every = VIEWS.join(' ');
  expect(Object.fromEntries(special)).toEqual({
    failed: every,
    offline: 'recent mentions starred reactions feed topic direct topics search uploads',
    'no-right': 'topic direct topics yours channels people',
    'new-organization': 'inbox recent mentions reactions feed people',
    'new-member': 'inbox recent mentions feed',
    'nothing-left': every,
  });
});

test('own texts and lists of the state are on this device, so a lost connection changes nothing there', () => {
  expect(VIEWS.filter((view) => !needsServer(view))).toEqual([
    'inbox',
    'catch-up',
    'notes',
    'drafts',
    'scheduled',
    'yours',
    'channels',
    'archived',
    'people',
    'groups',
    'bots',
  ]);
});
