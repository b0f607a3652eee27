import { toMessage, type Message } from '@parley/client';
import { render } from '@parley/markdown/full';
import type { RenderContext } from '@parley/markdown';
import { createCell } from '../../src/data/cell.ts';
import { deriveCell } from './derive-cell.ts';
import type { Chat, MessageWindow, OutboxEntry, WindowView } from '../../src/data/chat.ts';

/** A conversation of the mocks, rendered by the real renderer. */
export type Scene = { readonly chat: Chat; readonly window: MessageWindow };

const USERS = [
  'Iris Lindqvist',
  'Chen Wei',
  'Dara Novak',
  'Bram Okafor',
  'Emil Sato',
  'Maximiliane von Hohenberg-Lichtenstein zu Waldeck',
  'نور الحداد',
  'Weather bot',
];

const context: RenderContext = {
  origin: 'https://chat.example.org',
  users: USERS.map((name, index) => ({ id: index + 1, name, active: true })),
  channels: [{ id: 5, name: 'dome' }],
  topics: [{ channelId: 5, name: 'night plan', latestMessageId: 9 }],
  uploads: [
    {
      path: '2/ab/dome.svg',
      contentType: 'image/png',
      image: { width: 480, height: 270, thumbnail: 'pending' },
    },
    {
      path: '2/ab/motor.jpg',
      contentType: 'image/png',
      image: { width: 1600, height: 1426, thumbnail: 'pending' },
    },
  ],
  previews: true,
};

type Line = {
  readonly by: number;
  /** Hours and minutes of today, or of the day before with a minus. */
  readonly at: string;
  readonly text: string;
  readonly more?: Partial<Message>;
};

const reaction = (code: string, name: string, ...users: readonly number[]): Message['reactions'] =>
  users.map((user_id) => ({ emoji_code: code, emoji_name: name, reaction_type: 'unicode_emoji', user_id }));

const CODE = '```ts\nawait cover.close({ slow: true, retry: 3 });  // works, but takes 90 s\n```';

const SCENES: Readonly<
  Record<string, { lines: readonly Line[]; pending?: readonly Partial<OutboxEntry>[]; since?: number }>
> = {
  topic: {
    since: 4,
    lines: [
      {
        by: 2,
        at: '9:02',
        text: 'The cover stops at 40 % again. The log says the second motor draws twice the current, and only when it is colder than five degrees.',
      },
      {
        by: 2,
        at: '9:03',
        text: CODE,
        more: { reactions: [...reaction('1f44d', 'thumbs_up', 4, 3, 5), ...reaction('1f440', 'eyes', 1, 5)] },
      },
      {
        by: 3,
        at: '9:14',
        text: 'Then let us leave it open tonight and put the rain guard on. What we need is in #**dome>night plan**.',
        more: { last_edit_timestamp: 1 },
      },
      {
        by: 4,
        at: '9:36',
        text: 'I can look after lunch. Does anybody know where the spare limit switch is?',
        more: { flags: [] },
      },
      {
        by: 2,
        at: '9:38',
        text: '@**Iris Lindqvist** you had it in March, in the grey box under the stairs?',
        more: { flags: ['mentioned'] },
      },
      { by: 5, at: '9:40', text: 'It is in the lab. I will bring it at noon.', more: { flags: [] } },
      { by: 1, at: '9:41', text: 'Thank you! Leave it on my desk, I am at the dome until six.' },
    ],
    pending: [
      { text: 'And bring the long screwdriver, please.', status: 'sending' },
      { text: 'The key is with Dara.', status: 'failed' },
    ],
  },
  foreign: {
    lines: [
      { by: 2, at: '9:00', text: 'https://a.example.org/p.png' },
      { by: 2, at: '9:01', text: '<img src=x onerror=alert(1)> [t](javascript:alert(1))' },
    ],
  },
  kinds: {
    lines: [
      {
        by: 6,
        at: '-16:10',
        text: 'I photographed the cover from the gallery, while it was half open:\n[dome.svg](/user_uploads/2/ab/dome.svg) [motor.jpg](/user_uploads/2/ab/motor.jpg)',
      },
      {
        by: 7,
        at: '-16:21',
        text: 'المحرك الثاني يسحب تياراً أعلى عندما تنخفض الحرارة عن `5 °C`.\n\n@_**Chen Wei** wrote at [9:02](#narrow/channel/5-dome/topic/mirror/near/1)\n```quote\nonly when it is colder than five degrees\n```\nSo the grease, not the motor?',
        more: { reactions: [...reaction('1f4a1', 'idea', 4, 2, 3, 1), ...reaction('1f9ca', 'ice', 5)] },
      },
      { by: 5, at: '-16:25', text: '🔭 ✨' },
      {
        by: 4,
        at: '-16:40',
        text: 'Measured on the bench. @**Emil Sato** please check the last line:\n\n| Temperature | Motor 1 | Motor 2 |\n|---|--:|--:|\n| 12 °C | 1.1 A | 1.2 A |\n| 4 °C | 1.2 A | 2.6 A |',
      },
      {
        by: 3,
        at: '8:58',
        text: 'We meet at the dome on <time:2026-03-17T21:30:00+01:00> with warm clothes.',
      },
      {
        by: 3,
        at: '8:59',
        text: 'poll',
        more: {
          content: '',
          submessages: [
            {
              id: 1,
              message_id: 6,
              sender_id: 3,
              msg_type: 'widget',
              content: JSON.stringify({
                widget_type: 'poll',
                extra_data: {
                  question: 'Who takes the second half of the night?',
                  options: ['Iris and Chen', 'Emil alone', 'Nobody, we close at two'],
                },
              }),
            },
            ...[
              [1, 0],
              [4, 0],
              [7, 0],
              [3, 1],
              [5, 2],
            ].map(([sender = 0, option = 0], index) => ({
              id: 2 + index,
              message_id: 6,
              sender_id: sender,
              msg_type: 'widget',
              content: JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 }),
            })),
          ],
        },
      },
      { by: 8, at: '9:00', text: '```spoiler who won the star quiz\nChen\n```' },
      {
        by: 2,
        at: '9:03',
        text: CODE,
        more: { reactions: reaction('1f44d', 'thumbs_up', 3, 4, 5), flags: ['read', 'starred'] },
      },
      {
        by: 4,
        at: '9:10',
        text: '# Plan\n1. wait\n2. roll back\n   - first this\n   - then **that**\n\n> quoted *text*\n\n---\n$$\\frac{a^2}{b}$$ and `code`, ~~gone~~, https://a.example.org/docs',
      },
      { by: 5, at: '9:11', text: '/me waves', more: { is_me_message: true } },
    ],
  },
};

export function createScene(name: string): Scene {
  const { lines, pending = [], since } = SCENES[name] ?? { lines: [] };
  const store = new Map(lines.map((line, index) => [index + 1, messageOf(index + 1, line)]));
  const changes = createCell(0);
  const view = createCell<WindowView>({
    ids: [...store.keys()],
    pending: pending.map((entry, index) => ({
      key: `key ${index}`,
      conversation: { kind: 'topic', channelId: 5, topic: 'mirror cover' },
      text: '',
      html: render(entry.text ?? '', context).html,
      created: timeOf('9:42') * 1000,
      status: 'sending',
      error: undefined,
      reason: undefined,
      ...entry,
    })),
    foundOldest: true,
    foundNewest: true,
    loading: 'none',
    anchorId: undefined,
    firstUnreadId: since,
    gaps: [],
    moves: 0,
    error: undefined,
  });
  const done = (): Promise<void> => Promise.resolve();
  const change = (id: number, part: (message: Message) => Partial<Message>): void => {
    const known = store.get(id);
    if (known !== undefined) store.set(id, { ...known, ...part(known) } as Message);
    changes.set(changes.get() + 1);
  };
  const chat = {
    selfId: 1,
    state: createCell({
      realm_users: USERS.map((full_name, index) => ({ user_id: index + 1, full_name, is_bot: index === 7 })),
      user_settings: { twenty_four_hour_time: true },
      user_status: {},
      realm_message_content_edit_limit_seconds: null,
    }),
    messages: {
      get: (id: number) => store.get(id),
      cell: (id: number) => deriveCell(changes, () => store.get(id)),
    },
    unread: createCell({
      total: 0,
      mentions: 0,
      byKey: new Map(),
      byChannel: new Map(),
      order: [],
      ids: new Set(),
    }),
    link: createCell({ status: 'live', asOf: 0 }),
    outbox: { entries: createCell([]), send: done, retry: done, discard: done },
    typing: createCell(new Map()),
    actions: {
      markRead: done,
      keptUnread: createCell(undefined),
      toggleReaction: done,
      setStarred: (id: number, isStarred: boolean) => {
        change(id, ({ flags }) => ({
          flags: isStarred ? [...flags, 'starred'] : flags.filter((flag) => flag !== 'starred'),
        }));
        return done();
      },
      vote: (id: number, content: object) => {
        change(id, ({ submessages }) => ({
          submessages: [
            ...submessages,
            {
              id: submessages.length + 1,
              message_id: id,
              sender_id: 1,
              msg_type: 'widget',
              content: JSON.stringify(content),
            },
          ],
        }));
        return done();
      },
    },
  };
  const window = {
    narrow: { kind: 'topic', channelId: 5, topic: 'mirror cover' },
    view,
    loadOlder: done,
    loadNewer: done,
    moveTo: done,
    refresh: () => undefined,
  };
  return { chat: chat as unknown as Chat, window: window as MessageWindow };
}

function timeOf(at: string): number {
  const [hours = 0, minutes = 0] = at.replace('-', '').split(':').map(Number);
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  const day = at.startsWith('-') ? 86_400 : 0;
  return Math.floor(midnight.getTime() / 1000) - day + hours * 3600 + minutes * 60;
}

function messageOf(id: number, { by, at, text, more = {} }: Line): Message {
  const html = render(text, context).html.replace(
    / image-loading-placeholder|image-loading-placeholder/,
    (found) => (text.includes('dome.svg') ? '' : found),
  );
  const message = toMessage(
    {
      id,
      type: 'stream',
      sender_id: by,
      sender_email: '',
      sender_full_name: USERS[by - 1] ?? '',
      sender_realm_str: '',
      avatar_url: null,
      client: 'website',
      content: html.replace('/static/images/loading/loader-black.svg', '/dome.svg'),
      content_type: 'text/html',
      topic_links: [],
      recipient_id: 1,
      timestamp: timeOf(at),
      is_me_message: false,
      reactions: [],
      submessages: [],
      display_recipient: 'dome',
      stream_id: 5,
      subject: 'mirror cover',
    },
    ['read'],
  );
  return { ...message, ...more } as Message;
}
