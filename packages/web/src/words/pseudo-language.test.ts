import { expect, test } from 'vitest';
import { createWords } from '@parley/contract/words/words.ts';
import { pseudoCatalog, pseudoText } from './pseudo-language.ts';

test('a pseudo text has brackets, accents and at least 30 % more letters', () => {
  expect(pseudoText('Send a test', 'en-XA')).toBe('⟦Šééñð åå ţééšţ⟧');
  const text = 'Messages of all your channels come here as they are written.';
  expect(pseudoText(text, 'en-XA').length).toBeGreaterThan(1.3 * text.length);
});

test('the variant from right to left has its marks', () => {
  expect(pseudoText('Send', 'ar-XB')).toBe('⟦\u202EŠééñð\u202C⟧');
});

test('placeholders stay, and values stand in them as they are', () => {
  const catalog = pseudoCatalog(
    { 'Remove {name}': '{name} entfernen', '# people': { one: '# Mensch', other: '# Menschen' } },
    'en-XA',
  );
  const words = createWords('en', catalog);
  expect(words.t('Remove {name}', { name: 'Bram' })).toBe('⟦Ŕééɱööṽéé Bram⟧');
  expect(words.plural(3, { one: '# person', other: '# people' })).toBe('⟦3 þééööþļéé⟧');
  expect(words.plural(1, { one: '# person', other: '# people' })).toBe('⟦1 þééööþļéé⟧');
});

test('a text without a translation stays plain', () => {
  expect(createWords('en', pseudoCatalog({}, 'en-XA')).t('Cancel')).toBe('Cancel');
});
