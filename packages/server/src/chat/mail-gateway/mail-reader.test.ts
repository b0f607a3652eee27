import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { createMailReader, type MailReader } from './mail-reader.ts';
import type { TextOptions } from './mail-text.ts';

const AS_TEXT: TextOptions = { quotes: 'kept', keepsSignature: true, prefersHtml: false };
const SMALL = Buffer.from('Subject: a\r\n\r\nhello');
/** The parser needs more than a second of processor time for it. */
const SLOW = Buffer.from(`Content-Type: message/rfc822\r\n\r\n\r\n${'a\r\n'.repeat(49_000)}`);

let reader: MailReader;
afterEach(() => {
  reader.close();
});

function newReader(maxCpuMs?: number): void {
  reader = createMailReader(systemClock, Math.random, maxCpuMs);
}

test('an e-mail that takes too much processor time is refused, and the next one is read', async () => {
  newReader(50);
  const slow = reader.read({ realmId: 1, userId: 1 }, SLOW, AS_TEXT);
  await expect(slow).rejects.toMatchObject({
    responseCode: 554,
    message: expect.stringContaining('too long'),
  });
  const small = await reader.read({ realmId: 1, userId: 1 }, SMALL, AS_TEXT);
  expect(small.text).toBe('hello');
}, 120_000);

test('slow e-mails of one organization leave a thread to others', async () => {
  newReader();
  let settled = 0;
  const count = (): void => {
    settled += 1;
  };
  for (let sent = 0; sent < 10; sent += 1)
    reader.read({ realmId: 1, userId: sent }, SLOW, AS_TEXT).then(count, count);
  expect((await reader.read({ realmId: 2, userId: 1 }, SMALL, AS_TEXT)).text).toBe('hello');
  // One after another, the slow ones need ten times their time.
  expect(settled).toBeLessThan(9);
}, 120_000);
