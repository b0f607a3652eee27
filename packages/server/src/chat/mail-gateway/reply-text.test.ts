import { processorMs } from '@parley/test-support/processor-time.ts';
import { expect, test } from 'vitest';
import { textOfMail } from './mail-text.ts';
import { withoutQuotes, withoutSignature } from './reply-text.ts';

test.each([
  ['text alone', 'Hello\n\nyou', 'Hello\n\nyou'],
  [
    'a quote below',
    'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada <a@example.org> wrote:\n> Well?\n>\n> Ada',
    'Yes.',
  ],
  [
    'an introduction on two lines',
    'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada Lovelace\n<ada@example.org> wrote:\n\n> Well?',
    'Yes.',
  ],
  ['a German introduction', 'Ja.\n\nAm 02.11.26 um 10:00 schrieb Ada:\n> Und?', 'Ja.'],
  ['a French introduction', 'Oui.\n\nLe 2 nov. 2026 à 10:00, Ada a écrit :\n> Alors ?', 'Oui.'],
  ['answers between quotes', '> One?\nYes.\n> Two?\nNo.', 'Yes.\nNo.'],
  [
    'the line of Outlook',
    'Yes.\r\n\r\n-----Original Message-----\r\nFrom: Ada\r\nSent: Monday\r\n\r\nWell?',
    'Yes.',
  ],
  [
    'headers without a line',
    'Yes.\n\n________________________________\nFrom: Ada <a@example.org>\nSent: Monday\nTo: Bob\nSubject: Well\n\nWell?',
    'Yes.',
  ],
  ['a quote without marks', 'Yes.\n\nOn 2 Nov 2026, Ada wrote:\nWell?', 'Yes.'],
  ['a sentence that only looks like it', 'On Monday I wrote:\nhello', 'On Monday I wrote:\nhello'],
  ['a header in the text', 'From: here to there\nit is far', 'From: here to there\nit is far'],
  ['nothing but a quote', '> all', ''],
])('the text of a reply, with %s', (_case, text, own) => {
  expect(withoutQuotes(text)).toBe(own);
});

test.each([
  ['one mark', 'Hello\n-- \nAda\nCountess', 'Hello'],
  ['two marks', 'a\n--\nb\n--\nc', 'a\n--\nb\n--\nc'],
  ['no mark', 'a -- b', 'a -- b'],
])('[I-32] a signature after %s', (_case, text, own) => {
  expect(withoutSignature(text)).toBe(own);
});

const REPLY = { quotes: 'dropped', keepsSignature: false, prefersHtml: false } as const;
const subject = '';

test('an e-mail in HTML alone becomes lines, lists and links', () => {
  const html = `<html><head><style>p { color: red }</style></head><body><p>Hello
    <b>Ada</b></p><ul><li>one</li><li>two</li></ul><p><a href="https://example.org/x">here</a></p>
    <div>On 2 Nov 2026, Ada wrote:</div><blockquote><p>Well?</p></blockquote></body></html>`;
  expect(textOfMail({ subject, text: '', html }, REPLY)).toBe(
    'Hello Ada\n- one\n- two\n\nhere (https://example.org/x)'.replace('\n\n', '\n'),
  );
});

test('the text part counts, unless HTML is preferred', () => {
  const mail = { subject, text: 'plain\0', html: '<p>rich</p>' };
  expect(textOfMail(mail, REPLY)).toBe('plain');
  expect(textOfMail(mail, { ...REPLY, prefersHtml: true })).toBe('rich');
});

const LENGTH = 200_000;
/** A quadratic search would take minutes. */
const MAX_MS = 15_000;

test.each([
  ['introductions', 'On 1 '],
  ['introductions with colons', 'On 1 wrote :'],
  ['introductions on many lines', 'On 1\n'],
  ['introductions on lines with colons', 'On 1 wrot:\n'],
  ['quotes', '> '],
  ['lines of quotes', 'On 1:\n> a\n'],
  ['underscores', '_'],
  ['lines of underscores', '__________\n\n'],
  ['hyphens', '-'],
  ['headers', 'From: a\n'],
  ['tags that do not end', '<style '],
  ['nested elements', '<div>'],
  ['nested quotes', '<blockquote>a<br>'],
  ['empty lines', '\n'],
])('a text of nothing but %s is read quickly', (_case, piece) => {
  const text = piece.repeat(LENGTH / piece.length);
  const spent = processorMs(() => {
    textOfMail({ subject, text, html: '' }, REPLY);
    textOfMail({ subject, text: '', html: text }, REPLY);
  });
  expect(spent).toBeLessThan(MAX_MS);
});
