import { expect, test } from 'vitest';
import { checkSender } from './sender.ts';

const bob = { delivery_email: 'Bob@Example.org' };
const PASS =
  'mx.chat.test; spf=pass smtp.mailfrom=example.org; dmarc=pass (p=reject) header.from=example.org';

function verdict(address: string, results: readonly string[], authservId?: string): string {
  const mailGateway = { pattern: '%s@in.test', listen: { address: '', port: 0 }, replyDays: 1, authservId };
  const mail = { from: { name: 'Bob', address }, authenticationResults: results };
  try {
    checkSender({ mailGateway }, bob, mail);
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test('a reply comes from the address of the account', () => {
  expect(verdict('bob@example.ORG', [])).toBe('taken');
  for (const address of ['', 'bob@attacker.test', 'eve@example.org'])
    expect(verdict(address, [PASS])).toContain('must come from the e-mail address');
});

test.each([
  ['taken', [PASS]],
  ['taken', ['MX.chat.test 1 ; dmarc=PASS header.from="example.org"']],
  ['taken', ['mx.chat.test; dkim=pass header.d=example.org', PASS]],
  ['taken', ['attacker.test; dmarc=fail header.from=example.org', PASS]],
  ['DMARC', []],
  ['DMARC', ['mx.chat.test; none']],
  ['DMARC', ['mx.chat.test; dmarc=none header.from=example.org']],
  ['DMARC', ['mx.chat.test; dmarc=fail header.from=example.org', PASS]],
  ['DMARC', ['mx.chat.test; dmarc=pass header.from=attacker.test']],
  ['DMARC', ['mx.chat.test; dmarc=pass']],
  ['DMARC', ['attacker.test; dmarc=pass header.from=example.org']],
  ['DMARC', ['mx.chat.test (; dmarc=pass header.from=example.org)']],
  ['DMARC', [String.raw`mx.chat.test; spf=pass reason="\"; dmarc=pass header.from=example.org"`]],
  ['DMARC', ['mx.chat.test; spf=pass reason="; dmarc=pass header.from=example.org"']],
])('with a mail server that confirms authors a reply is %s: %j', (expected, results) => {
  expect(verdict('bob@example.org', results, 'mx.chat.test')).toContain(expected);
});
