import { expect, test } from 'vitest';
import { EMPTY_VIEWS, emptyState, needsServer, SITUATIONS } from './empty-table.ts';

const all = EMPTY_VIEWS.flatMap((view) => SITUATIONS.map((situation) => [view, situation] as const));

test.each(all)('%s with %s has a heading and whole sentences without exclamation', (view, situation) => {
  const { title, text } = emptyState(view, situation);
  expect(title).toMatch(/^\p{Lu}[^.!]*$/u);
  expect(text).toMatch(/^\p{Lu}[^!]*\.$/u);
});

test('each situation changes the words of the views that it concerns', () => {
  const changed = SITUATIONS.map((situation) => [
    situation,
    EMPTY_VIEWS.filter(
      (view) => emptyState(view, situation).text !== emptyState(view, 'nothing-left').text,
    ).join(' '),
  ]);
  expect(Object.fromEntries(changed)).toEqual({
    offline: 'recent mentions starred reactions feed topic direct topics search',
    'no-right': 'topic topics',
    'new-organization': 'inbox recent mentions reactions feed',
    'new-member': 'inbox recent mentions feed',
    'nothing-left': '',
  });
});

test('own texts are on this device, so a lost connection changes nothing there', () => {
  expect(EMPTY_VIEWS.filter((view) => !needsServer(view))).toEqual(['inbox', 'notes', 'drafts', 'scheduled']);
});
