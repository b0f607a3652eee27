import { ENGLISH, wordsOf } from '../../../engine/words/server-words.ts';
import { expect, test } from 'vitest';
import { composeEmail } from './compose-email.ts';
import type { NotificationEmail } from './notification-email.ts';
import { reasonOf, subjectOf } from './words.ts';

const ADA = { id: 8, name: 'Ada Lovelace' };
const BOB = { id: 9, name: 'Bob Roe' };

function emailOf(change: Partial<NotificationEmail> = {}): NotificationEmail {
  return {
    words: ENGLISH,
    receiver: { address: 'eve@example.com', name: 'Eve', timezone: 'Europe/Berlin', uses24Hours: true },
    realm: { name: 'Analytical', url: 'https://chat.example.org' },
    noReplyAddress: 'noreply@example.org',
    replyAddress: undefined,
    conversation: { kind: 'channel', name: 'engine', topic: 'cogs' },
    threadId: 'abc',
    messages: [messageOf(ADA, '<p>Look at <em>this</em></p>'), messageOf(ADA, '<p>and that</p>')],
    context: [],
    trigger: 'mentioned',
    groupName: undefined,
    hiddenBy: undefined,
    namesRealm: false,
    conversationUrl: 'https://chat.example.org/#narrow/near/5',
    unsubscribeUrl: 'https://chat.example.org/accounts/unsubscribe/missed_messages/k',
    ...change,
  };
}

function messageOf(sender: typeof ADA, rendered: string) {
  const sentAt = new Date('2026-11-16T10:03:00Z');
  return { id: 5, senderId: sender.id, senderName: sender.name, rendered, sentAt };
}

test.each<[string, Partial<NotificationEmail>, string]>([
  ['a channel', {}, '#engine > cogs'],
  [
    'the empty topic',
    { conversation: { kind: 'channel', name: 'engine', topic: '' } },
    '#engine > general chat',
  ],
  [
    'a resolved topic',
    { conversation: { kind: 'channel', name: 'engine', topic: '✔ cogs' } },
    '[resolved] #engine > cogs',
  ],
  ['one user', { conversation: { kind: 'direct', others: [ADA] } }, 'Direct messages with Ada Lovelace'],
  [
    'two users',
    { conversation: { kind: 'direct', others: [ADA, BOB] } },
    'Group messages with Ada Lovelace and Bob Roe',
  ],
  [
    'three users',
    { conversation: { kind: 'direct', others: [ADA, BOB, { id: 1, name: 'Cy' }] } },
    'Group messages with Ada Lovelace, Bob Roe and Cy',
  ],
  [
    'four users',
    { conversation: { kind: 'direct', others: [ADA, BOB, ADA, BOB] } },
    'Group messages with Ada Lovelace, Bob Roe and 2 others',
  ],
  ['hidden content', { hiddenBy: 'user' }, 'New messages'],
  ['the name of the organization', { namesRealm: true }, '#engine > cogs [Analytical]'],
])('[NT18] the subject names %s', (_case, change, subject) => {
  expect(subjectOf(emailOf(change))).toBe(subject);
});

test('[NT17] the headers form a thread and let the receiver unsubscribe with one request', () => {
  const { headers, toName, fromName } = composeEmail(emailOf());
  expect({ ...headers, toName, fromName }).toEqual({
    toName: 'Eve',
    fromName: 'Parley notifications',
    'Reply-To': 'noreply@example.org',
    'In-Reply-To': '<abc@chat.example.org>',
    References: '<abc@chat.example.org>',
    'List-Id': 'Analytical <chat.example.org>',
    'List-Unsubscribe': '<https://chat.example.org/accounts/unsubscribe/missed_messages/k>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Auto-Response-Suppress': 'All',
  });
});

test('[NT19] successive messages of a sender share a heading, in both parts', () => {
  const { text, html = '' } = composeEmail(emailOf());
  expect(text).toContain('Ada Lovelace, 16 Nov 2026, 11:03:\n> Look at this\n\n> and that');
  expect(html.match(/Ada Lovelace/g)).toHaveLength(1);
  expect(html).toContain('<p>Look at <em>this</em></p>');
});

test('[NT19] an e-mail about a conversation of two shows no sender above its messages', () => {
  const { text } = composeEmail(emailOf({ conversation: { kind: 'direct', others: [ADA] } }));
  expect(text).toContain('\n\n16 Nov 2026, 11:03:\n> Look at this');
});

test('[N-21] [NT21] an e-mail with hidden content has neither content, sender, topic nor conversation', () => {
  for (const hiddenBy of ['user', 'organization'] as const) {
    const written = JSON.stringify(composeEmail(emailOf({ hiddenBy, context: [messageOf(BOB, 'x')] })));
    for (const secret of ['Look at', 'Ada', 'Bob', 'cogs', 'engine', 'near/5'])
      expect(written).not.toContain(secret);
    expect(written).toContain(hiddenBy === 'user' ? 'Your settings' : 'This organization');
  }
});

test('[NT19] texts of users cannot add elements to the HTML part', () => {
  const mallory = { id: 3, name: '<b>"M"</b>' };
  const { html = '' } = composeEmail(
    emailOf({
      messages: [messageOf(mallory, '<p>&lt;script&gt;</p>')],
      conversation: { kind: 'channel', name: '<i>', topic: '<script>x</script>' },
    }),
  );
  expect(html).not.toMatch(/<script|<i>|<b>/);
});

test('an e-mail is in the language of its receiver, dates too', () => {
  const { html = '', text } = composeEmail(emailOf({ words: wordsOf('de') }));
  expect(text).toContain('Ada Lovelace, 16.11.2026, 11:03:');
  expect(text).toContain('Du bekommst diese E-Mail, weil du erwähnt wurdest.');
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('Diese E-Mails abbestellen');
});

test('[NT19] the reason names the group that was mentioned', () => {
  expect(reasonOf(emailOf({ groupName: 'support' }))).toContain('@support');
  expect(reasonOf(emailOf())).toBe('You get this e-mail because you were mentioned.');
});
