import type { CommandId } from '../../../packages/web/src/keys/command-keys.ts';
import { composer, messageWith } from '../support/app.ts';
import {
  becomes,
  focusMessage,
  goes,
  goTo,
  MESSAGE,
  opens,
  selectWord,
  sendOwn,
  shows,
  TOPIC,
  writes,
  type CommandCheck,
} from './check.ts';

const REACTED = 'await cover.close';
const OWN = 'A message of my own';

const going = {
  palette: shows((page) => page.getByRole('combobox', { name: 'Go to or do' }), { leaves: 'overlay' }),
  search: shows((page) => page.getByRole('combobox', { name: 'Search messages' })),
  keys: shows((page) => page.getByRole('dialog', { name: 'Keyboard' }), { leaves: 'overlay' }),
  inbox: goes(/^#inbox$/),
  recent: goes(/^#recent$/),
  feed: goes(/^#feed$/),
  starred: goes(/^#narrow\/is\/starred$/),
  mentions: goes(/^#narrow\/is\/mentioned$/),
  drafts: goes(/^#drafts$/),
  channels: goes(/^#channels/),
  people: goes(/^#people$/),
  'new-channel': shows((page) => page.getByRole('dialog', { name: 'New channel' }), { leaves: 'overlay' }),
  'join-or-leave': {
    ...shows((page) => page.getByText(/^You (joined|left) /), { at: '#channels/all', leaves: 'nothing' }),
    prepare: (page) => page.locator('[data-row-link]').first().focus(),
  },
  invite: shows((page) => page.getByRole('dialog', { name: 'Invite people' }), { leaves: 'overlay' }),
  'catch-up': goes(/^#catch-up$/),
  back: { ...goes(/^#recent$/, '#recent'), prepare: (page) => goTo(page, '#drafts') },
  forward: {
    ...goes(/^#drafts$/, '#recent'),
    prepare: async (page) => {
      await goTo(page, '#drafts');
      await page.goBack();
    },
  },
  'next-region': becomes(() => document.activeElement?.closest('nav, main, form') !== null, {
    leaves: 'nothing',
  }),
  topics: goes(/^#topics\/channel\/1-dome$/),
  'previous-channel': goes(/^#topics\//),
  'next-channel': goes(/^#topics\//),
  'filter-channels': shows((page) => page.getByRole('combobox', { name: 'Go to or do' }), {
    leaves: 'overlay',
  }),
  panel: shows((page) => page.getByRole('complementary')),
} as const satisfies Partial<Record<CommandId, CommandCheck>>;

const reading = {
  'jump-date': shows((page) => page.getByRole('dialog', { name: 'Jump to a date' }), { leaves: 'overlay' }),
  'rename-topic': shows((page) => page.getByRole('dialog', { name: 'Rename topic' }), { leaves: 'overlay' }),
  'next-unread': goes(/\/topic\//, '#inbox'),
  'next-followed': goes(/\/topic\//, '#inbox'),
  'next-direct': goes(/^#narrow\/dm\//, '#inbox'),
  'topic-or-channel': goes(/^#narrow\/channel\/1-dome$/, TOPIC, MESSAGE),
  context: goes(/\/near\/\d+$/, '#narrow/is/mentioned', 'the newspaper called'),
  'next-message': becomes(isOnNeighbor, { on: MESSAGE, leaves: 'nothing' }),
  'previous-message': becomes(isOnNeighbor, { on: MESSAGE, leaves: 'nothing' }),
  'first-message': shows((page) => messageWith(page, 'The cover needed three tries'), { leaves: 'nothing' }),
  'last-message': shows((page) => messageWith(page, 'It is in the lab'), { leaves: 'nothing' }),
  'page-down': becomes(hasScrolled, { prepare: scrollToMiddle, leaves: 'nothing' }),
  'page-up': becomes(hasScrolled, { prepare: scrollToMiddle, leaves: 'nothing' }),
  done: becomes(() => document.querySelectorAll('#main li:has([data-act="done"])').length === 3, {
    at: '#inbox',
    prepare: async (page) => page.keyboard.press('j'),
  }),
  later: opens('menu'),
  'unread-from-here': shows(
    (page) => page.locator('article[data-unread]', { hasText: 'Then let us leave it open' }),
    {
      on: 'Then let us leave it open',
    },
  ),
  'topic-visibility': shows((page) => page.getByRole('menu'), { leaves: 'overlay' }),
  undo: {
    prepare: async (page) => {
      await focusMessage(page, 'The cover stops at 40 %');
      await page.keyboard.press('Shift+U');
      await page.locator('article[data-unread]', { hasText: 'The cover stops at 40 %' }).waitFor();
    },
    seen: (page) =>
      page.locator('article:not([data-unread])', { hasText: 'The cover stops at 40 %' }).waitFor(),
  },
  resolve: shows((page) => page.getByRole('button', { name: 'Resolved', pressed: true })),
} as const satisfies Partial<Record<CommandId, CommandCheck>>;

const writing = {
  reply: becomes(() => document.activeElement?.matches('textarea'), { leaves: 'nothing' }),
  'new-topic': shows((page) => page.getByRole('form', { name: 'New topic' })),
  'new-direct': shows((page) => page.getByRole('form', { name: 'New direct message' })),
  'composer-place': {
    ...goes(/\/topic\/another\.20place$/),
    prepare: async (page) => {
      await page.keyboard.press('c');
      await page.getByRole('combobox', { name: 'Topic' }).fill('another place');
    },
  },
  send: shows((page) => messageWith(page, 'By key'), { prepare: (page) => composer(page).fill('By key') }),
  preview: shows((page) => page.getByText('Preview', { exact: true }), { prepare: selectWord }),
  bold: writes(/^\*\*word\*\*$/, { prepare: selectWord, leaves: 'text' }),
  italic: writes(/^\*word\*$/, { prepare: selectWord, leaves: 'text' }),
  link: writes(/^\[word\]\(/, { prepare: selectWord, leaves: 'text' }),
  code: writes(/^`word`$/, { prepare: selectWord, leaves: 'text' }),
  leave: becomes(
    () =>
      document.activeElement?.matches('textarea') !== true &&
      document.querySelector('textarea')?.value === 'word',
    { prepare: selectWord, leaves: 'text' },
  ),
} as const satisfies Partial<Record<CommandId, CommandCheck>>;

const message = {
  actions: opens('menu'),
  react: opens('dialog'),
  'react-same': shows((page) => messageWith(page, REACTED).getByRole('button', { name: /4/ }), {
    on: REACTED,
    leaves: 'nothing',
  }),
  'thumbs-up': shows((page) => messageWith(page, MESSAGE).getByRole('button', { pressed: true }), {
    on: MESSAGE,
    leaves: 'nothing',
  }),
  quote: writes(/```quote/, { on: MESSAGE, leaves: 'text' }),
  'forward-message': writes(/```quote/, { on: MESSAGE }),
  'reply-mention': writes(/@\*\*Bram Okafor/, { on: MESSAGE, leaves: 'text' }),
  'reply-direct': goes(/^#narrow\/dm\//, TOPIC, MESSAGE),
  edit: shows((page) => page.getByRole('form', { name: 'Edit message' }), {
    prepare: async (page) => {
      await sendOwn(page);
      await focusMessage(page, OWN);
    },
  }),
  'edit-last': shows((page) => page.getByRole('form', { name: 'Edit message' }), { prepare: sendOwn }),
  move: opens('dialog'),
  star: {
    on: MESSAGE,
    leaves: 'nothing',
    // The strip of actions covers the star of the message in focus.
    seen: (page) => messageWith(page, MESSAGE).locator('[data-tip=Starred]').waitFor({ state: 'attached' }),
  },
  'copy-link': shows((page) => page.getByText('Link copied'), { on: MESSAGE, leaves: 'nothing' }),
  'copy-markdown': shows((page) => page.getByText('Copied as Markdown'), { on: MESSAGE, leaves: 'nothing' }),
  'user-card': opens('dialog'),
  picture: opens('dialog', 'I photographed the cover'),
  history: opens('dialog', 'Then let us leave it open'),
  receipts: opens('dialog'),
  fold: shows((page) => page.getByRole('button', { name: 'Show more' }), { on: MESSAGE, leaves: 'nothing' }),
  remind: opens('menu'),
  delete: opens('dialog'),
} as const satisfies Partial<Record<CommandId, CommandCheck>>;

/** One check for each command; a command without one is an error of types. */
export const commandChecks: Readonly<Record<CommandId, CommandCheck>> = {
  ...going,
  ...reading,
  ...writing,
  ...message,
};

function isOnNeighbor(): boolean {
  const focused = document.activeElement;
  return focused?.tagName === 'ARTICLE' && !focused.textContent.includes('I can look after lunch');
}

async function scrollToMiddle(page: Parameters<CommandCheck['seen']>[0]): Promise<void> {
  await page.locator('[data-list]:not([data-hidden]) [data-scroller]').evaluate((list) => {
    list.scrollTop = (list.scrollHeight - list.clientHeight) / 2;
    list.dataset['before'] = String(list.scrollTop);
  });
}

function hasScrolled(): boolean {
  const list = document.querySelector<HTMLElement>('[data-list]:not([data-hidden]) [data-scroller]');
  return list !== null && Math.abs(list.scrollTop - Number(list.dataset['before'])) > 100;
}
