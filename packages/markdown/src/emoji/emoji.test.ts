import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { render } from '../render.ts';
import { makeNames } from './make-names.ts';
import { emojiCode, emojiData, namesOfEmoji } from './table.ts';

test('the table of names is fresh', () => {
  expect(readFileSync(new URL('names.json', import.meta.url), 'utf8')).toBe(makeNames());
});

test('every name leads to one emoji that has it', () => {
  const lost = Object.entries(emojiData().code_to_names).filter(
    ([code, names]) => names.length === 0 || names.some((name) => emojiCode(name) !== code),
  );
  expect(lost).toEqual([]);
});

test('names and aliases', () => {
  expect(emojiCode('+1')).toBe('1f44d');
  expect(emojiCode('thumbs_up')).toBe('1f44d');
  expect(namesOfEmoji('1f44d')[0]).toBe('+1');
  expect(emojiCode('family_man_woman_girl')).toBe('1f468-200d-1f469-200d-1f467');
});

test.each([
  ['1️⃣', '0031-20e3'],
  ['🏳️‍🌈', '1f3f3-200d-1f308'],
  ['🇫🇷', '1f1eb-1f1f7'],
  ['👨‍👩‍👧', '1f468-200d-1f469-200d-1f467'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1f3f4-e0067-e0062-e0065-e006e-e0067-e007f'],
])('%s is emoji %s', (text, code) => {
  expect(render(text).html).toContain(`emoji-${code}"`);
});

test.each(['👍🏽', '↔', '©', '❤', '1', '🧑🏽‍🚀', '日本語'])('%s stays as it is', (text) => {
  expect(render(text).html).toBe(`<p>${text}</p>`);
});

test.each(['a:)', ':)b', 'http:/x', ':/x', '8:/'])('%s holds no emoticon', (text) => {
  expect(render(text, { translateEmoticons: true }).html).not.toContain('emoji');
});

test('emoticons stay text unless the sender wants pictures', () => {
  expect(render('well :) yes').html).toBe('<p>well :) yes</p>');
  expect(render('well :) <3!', { translateEmoticons: true }).html.match(/class="emoji/g)).toHaveLength(2);
});
