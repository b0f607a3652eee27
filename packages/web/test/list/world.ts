import { toMessage, type Message } from '@parley/client';
import { render } from '@parley/markdown';
import { caseContext, cases } from '../../../markdown/test/cases.ts';
import { messages as texts } from '../../../markdown/test/messages.ts';
import { createCell } from '../../src/data/cell.ts';
import { deriveCell } from './derive-cell.ts';
import type { Chat, MessageWindow, WindowView } from '../../src/data/chat.ts';

/** A chat without a server: generated messages of the real renderer, and a window that loads pages of them. */
export type ListWorld = {
  readonly chat: Chat;
  readonly window: MessageWindow;
  readonly append: (count: number) => void;
  readonly edit: (id: number, text: string) => void;
  readonly react: (id: number) => void;
  readonly remove: (id: number) => void;
};

export const SELF = 10;
const PAGE = 100;
const LATENCY_MS = 20;
const FIRST_TIME = 1_760_000_000;
const NAMES = ['Ada Byron', 'Bob Roe', 'Chen Wei', 'Dara Novak', 'نور الحداد'];

export function createWorld(total: number, opensAt: number | undefined): ListWorld {
  const store = new Map<number, Message>();
  const changes = createCell(0);
  let newest = total;
  const messageOf = (id: number): Message | undefined => {
    if (id < 1 || id > newest) return undefined;
    const known = store.get(id) ?? makeMessage(id, textOf(id));
    store.set(id, known);
    return known;
  };
  const put = (message: Message): void => {
    store.set(message.id, message);
    changes.set(changes.get() + 1);
  };
  const start = opensAt === undefined ? total - PAGE : Math.max(0, opensAt - PAGE / 2);
  const ids = Array.from({ length: Math.min(PAGE, total) }, (_, index) => start + index + 1);
  const view = createCell<WindowView>({
    ids,
    pending: [],
    foundOldest: ids[0] === 1,
    foundNewest: ids.at(-1) === total,
    loading: 'none',
    anchorId: opensAt,
    firstUnreadId: undefined,
    gaps: [],
    moves: 0,
    error: undefined,
  });
  const patch = (part: Partial<WindowView>): void => {
    view.set({ ...view.get(), ...part });
  };
  const window: MessageWindow = {
    narrow: { kind: 'topic', channelId: 5, topic: 'list' },
    view,
    loadOlder: () =>
      load('older', () => {
        const first = view.get().ids[0] ?? 1;
        const older = Array.from(
          { length: Math.min(PAGE, first - 1) },
          (_, index) => index + first - PAGE,
        ).filter((id) => id > 0);
        patch({ ids: [...older, ...view.get().ids], foundOldest: first - PAGE <= 1 });
      }),
    loadNewer: () =>
      load('newer', () => {
        const last = view.get().ids.at(-1) ?? 0;
        const more = Array.from({ length: Math.min(PAGE, newest - last) }, (_, index) => last + index + 1);
        patch({ ids: [...view.get().ids, ...more], foundNewest: last + PAGE >= newest });
      }),
    moveTo: () => Promise.resolve(),
    refresh: () => undefined,
  };
  const load = async (side: 'older' | 'newer', apply: () => void): Promise<void> => {
    if (view.get().loading !== 'none') return;
    patch({ loading: side });
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    apply();
    patch({ loading: 'none' });
  };
  const nothing = (): Promise<void> => Promise.resolve();
  const parts = {
    selfId: SELF,
    state: createCell({ realm_users: NAMES.map((full_name, index) => ({ user_id: 10 + index, full_name })) }),
    messages: { get: messageOf, cell: (id: number) => deriveCell(changes, () => messageOf(id)) },
    unread: createCell({
      total: 0,
      mentions: 0,
      byKey: new Map(),
      byChannel: new Map(),
      order: [],
      ids: new Set(),
    }),
    typing: createCell(new Map()),
    link: createCell({ status: 'live', asOf: 0 }),
    outbox: { entries: createCell([]), send: nothing, retry: nothing, discard: nothing },
    actions: {
      markRead: nothing,
      keptUnread: createCell(undefined),
      toggleReaction: nothing,
      setStarred: nothing,
      setCardsClosed: nothing,
    },
  };
  return {
    chat: parts as unknown as Chat,
    window,
    append: (count) => {
      const more = Array.from({ length: count }, (_, index) => newest + index + 1);
      newest += count;
      if (view.get().foundNewest) patch({ ids: [...view.get().ids, ...more] });
    },
    edit: (id, text) => {
      put({ ...(messageOf(id) as Message), content: htmlOf(text), last_edit_timestamp: FIRST_TIME });
    },
    react: (id) => {
      const known = messageOf(id) as Message;
      const reaction = {
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji' as const,
        user_id: 11,
      };
      put({ ...known, reactions: known.reactions.length > 0 ? [] : [reaction] });
    },
    remove: (id) => {
      patch({ ids: view.get().ids.filter((other) => other !== id) });
    },
  };
}

/** Typical messages, and now and then every kind of content. */
export function textOf(id: number): string {
  if (id % 29 === 0) return cases[id % cases.length]?.text ?? '';
  return `${texts[(id * 7) % texts.length] ?? ''} ${id % 3 === 0 ? id : ''}`;
}

const rendered = new Map<string, string>();

export function htmlOf(text: string): string {
  const html = rendered.get(text) ?? render(text, caseContext).html;
  rendered.set(text, html);
  return html;
}

function makeMessage(id: number, text: string): Message {
  // Runs of up to four messages by one sender, and a new day about every 90 messages.
  const sender = Math.floor(id / 4) % NAMES.length;
  return toMessage(
    {
      id,
      type: 'stream',
      sender_id: 10 + sender,
      sender_email: 'user@example.org',
      sender_full_name: NAMES[sender] ?? '',
      sender_realm_str: '',
      avatar_url: null,
      client: 'website',
      content: htmlOf(text),
      content_type: 'text/html',
      topic_links: [],
      recipient_id: 1,
      timestamp: FIRST_TIME + id * 960 - (id % 4) * 900,
      is_me_message: false,
      reactions: [],
      submessages: [],
      display_recipient: 'eng',
      stream_id: 5,
      subject: 'list',
    },
    ['read'],
  );
}
