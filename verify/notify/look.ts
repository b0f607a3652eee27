import { writeFileSync } from 'node:fs';
import { ENGLISH } from '../../packages/server/src/engine/words/server-words.ts';
import path from 'node:path';
import { composeEmail } from '@parley/server/chat/notifications/email/compose-email.ts';
import { composeDigest } from '@parley/server/chat/notifications/digest/compose-digest.ts';
import type { Digest } from '@parley/server/chat/notifications/digest/digest.ts';
import type { NotificationEmail } from '@parley/server/chat/notifications/email/notification-email.ts';
import type { Email } from '@parley/server/engine/mail/email.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { openBrowser } from '../web/support/browser.ts';

const { values } = readCommandLine({
  name: 'npm run notify:look',
  summary: 'Takes pictures of notification e-mails in a browser, light and dark.',
  options: {
    directory: { type: 'string', value: 'path', default: 'docs/images', help: 'where the pictures go' },
  },
  example: 'npm run notify:look -- --directory /tmp',
});

const AMARA = { senderId: 4, senderName: 'Amara Okafor' };
const JONAS = { senderId: 5, senderName: 'Jonas Lindqvist' };
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 16, 10, minute));

const base = {
  words: ENGLISH,
  receiver: { address: 'mei@example.org', name: 'Mei Tanaka', timezone: 'Asia/Tokyo', uses24Hours: true },
  realm: { name: 'Example', url: 'https://chat.example.org' },
  noReplyAddress: 'noreply@example.org',
  replyAddress: undefined,
  threadId: 'thread',
  groupName: undefined,
  hiddenBy: undefined,
  namesRealm: false,
  conversationUrl: 'https://chat.example.org/#narrow/channel/5-releases/topic/0.3/near/40',
  unsubscribeUrl: 'https://chat.example.org/accounts/unsubscribe/missed_messages/key',
} as const satisfies Partial<NotificationEmail>;

/** The e-mails of the pictures, by the names of their files. */
const samples: Readonly<Record<string, NotificationEmail>> = {
  'email-mention': {
    ...base,
    conversation: { kind: 'channel', name: 'releases', topic: '0.3' },
    trigger: 'mentioned',
    context: [
      { ...JONAS, id: 38, sentAt: at(1), rendered: '<p>The migration is through on both nodes.</p>' },
      { ...AMARA, id: 39, sentAt: at(2), rendered: '<p>Then only the notes are missing.</p>' },
    ],
    messages: [
      {
        ...AMARA,
        id: 40,
        sentAt: at(4),
        rendered:
          '<p><span class="user-mention" data-user-id="9">@Mei Tanaka</span> can you read these before noon?</p>' +
          '<blockquote><p>Upgrades can be <strong>reversed</strong>.</p></blockquote>',
      },
      {
        ...AMARA,
        id: 41,
        sentAt: at(4),
        rendered:
          '<p>The command is <code>parley migrate</code>; the draft is <a href="/user_uploads/1/notes.md">notes.md</a>.</p>',
      },
      {
        ...JONAS,
        id: 42,
        sentAt: at(6),
        rendered: '<pre><code>parley doctor\nall checks passed\n</code></pre>',
      },
    ],
  },
  'email-direct': {
    ...base,
    conversation: { kind: 'direct', others: [{ id: 5, name: JONAS.senderName }] },
    trigger: 'direct_message',
    context: [],
    messages: [
      { ...JONAS, id: 50, sentAt: at(20), rendered: '<p>Lunch at <strong>12:30</strong>?</p>' },
      { ...JONAS, id: 51, sentAt: at(21), rendered: '<p>The usual place.</p>' },
    ],
  },
};

const digest: Digest = {
  ...base,
  topics: [
    {
      conversation: { kind: 'channel', name: 'releases', topic: '0.3' },
      url: base.conversationUrl,
      messages: [
        { ...AMARA, id: 60, sentAt: at(1), rendered: '<p>The notes for <strong>0.3</strong> are ready.</p>' },
        { ...JONAS, id: 61, sentAt: at(9), rendered: '<p>I read them on the train. Ship it.</p>' },
      ],
      messageCount: 14,
    },
    {
      conversation: { kind: 'channel', name: 'design', topic: 'dark colors' },
      url: base.conversationUrl,
      messages: [
        {
          ...JONAS,
          id: 62,
          sentAt: at(30),
          rendered: '<p>Links were too dim, so I raised the contrast.</p>',
        },
      ],
      messageCount: 1,
    },
  ],
  channels: [
    { name: 'garden', description: 'Plants of the office', url: `${base.realm.url}/#narrow/channel/9` },
  ],
  unsubscribeUrl: 'https://chat.example.org/accounts/unsubscribe/digest/key',
};

const pages: Readonly<Record<string, Email>> = {
  ...Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, composeEmail(sample)])),
  'email-digest': composeDigest(digest),
};

const VIEWPORT = { width: 720, height: 400 };

const browser = await openBrowser();
for (const [name, email] of Object.entries(pages))
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: VIEWPORT });
    await page.setContent(email.html ?? '');
    const picture = await page.screenshot({ fullPage: true });
    writeFileSync(path.join(values.directory, `${name}-${colorScheme}.png`), picture);
    await page.close();
  }
await browser.close();
