import { expect, test } from 'vitest';
import { checkMailSize } from './check-size.ts';

function verdict(mail: string): string {
  try {
    checkMailSize(Buffer.from(mail.replaceAll('\n', '\r\n')));
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

const MIB = 1024 * 1024;
const LINE = `${'a'.repeat(76)}\n`;
const LONG = LINE.repeat(Math.ceil(MIB / LINE.length));
const mixed = (...parts: string[]): string =>
  [
    'Content-Type: multipart/mixed;\n\tboundary="b 1"\n\n',
    ...parts.map((part) => `--b 1\n${part}\n`),
    '--b 1--\n',
  ].join('');

test.each([
  ['a short text', 'Subject: a\n\nhello'],
  ['a large file', mixed('Content-Type: text/plain\n\nhello', `Content-Type: application/pdf\n\n${LONG}`)],
  ['a large text file', mixed(`Content-Type: text/plain\nContent-Disposition: attachment\n\n${LONG}`)],
  ['lines that look like boundaries', `Subject: a\n\n${'--b\n'.repeat(2_000)}`],
  ['nothing', ''],
])('an e-mail with %s is taken', (_name, mail) => {
  expect(verdict(mail)).toBe('taken');
});

test.each([
  ['a long text', `Subject: a\n\n${LONG}`, '1 MB'],
  [
    'two long texts',
    mixed(`\n${LONG.slice(0, MIB / 2)}`, `Content-Type: text/html\n\n${LONG.slice(0, (MIB * 2) / 3)}`),
    '1 MB',
  ],
  ['a long forwarded e-mail', `Content-Type: message/rfc822\n\n${LONG}`, '1 MB'],
  ['parts without a boundary', `Content-Type: multipart/mixed\n\n${LONG}`, '1 MB'],
  ['many lines', `Subject: a\n\n${'\n'.repeat(60_000)}`, '50000 lines'],
  ['many parts', mixed(...Array.from({ length: 1_001 }, () => '\na')), '1000 parts'],
])('an e-mail with %s is refused', (_name, mail, reason) => {
  expect(verdict(mail)).toContain(reason);
});
