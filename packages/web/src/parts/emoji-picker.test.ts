import { emojiCodes } from '@parley/markdown/emoji';
import { expect, test } from 'vitest';
import { allEmoji, choiceNamed, customChoices, emojiOfGroup } from './emoji-groups.ts';
import { findEmoji } from './emoji-search.ts';
import { emojiText } from './emoji-text.ts';

test('every emoji stands in exactly one group', () => {
  const codes = allEmoji().map(({ code }) => code);
  expect(codes.toSorted()).toEqual(emojiCodes().toSorted());
});

test.each([
  ['faces', 'wave'],
  ['nature', 'octopus'],
  ['food', 'coffee'],
  ['activities', 'tada'],
  ['places', 'rocket'],
  ['objects', 'telescope'],
  ['symbols', 'flag_us'],
] as const)('group %s contains %s', (group, name) => {
  expect(emojiOfGroup(group).map((choice) => choice.name)).toContain(name);
});

test.each([
  ['2764', '❤️'],
  ['1f44d', '👍'],
  ['23-20e3', '#️⃣'],
  ['1f1fa-1f1f8', '🇺🇸'],
  ['2764-200d-1f525', '❤️‍🔥'],
])('the text of %s is %s', (code, text) => {
  expect(emojiText(code)).toBe(text);
});

test('a search puts exact names first, then beginnings of names, then words', () => {
  const found = findEmoji(allEmoji(), 'heart', 200).map(({ name }) => name);
  expect(found[0]).toBe('heart');
  expect(found.indexOf('heart_eyes')).toBeLessThan(found.indexOf('broken_heart'));
});

test('a search for several words finds names with underscores', () => {
  expect(findEmoji(allEmoji(), 'thumbs up', 5)[0]?.name).toBe('+1');
});

test('an emoji of the organization hides a character of the same name', () => {
  const own = customChoices({
    7: { id: '7', name: 'tada', source_url: '/t.png', deactivated: false },
    8: { id: '8', name: 'gone', source_url: '/g.png', deactivated: true },
  });
  expect(own.map(({ name }) => name)).toEqual(['tada']);
  expect(choiceNamed('tada', own)?.type).toBe('realm_emoji');
});
