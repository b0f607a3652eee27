import type { Message } from '@parley/client';
import { Suspense, useRef, useState, type ReactElement } from 'react';
import { removeCards } from '../../data/actions/moderation-actions.ts';
import type { ReactionEmoji } from '../../data/chat.ts';
import type { CommandId } from '../../keys/command-keys.ts';
import { commandOf } from '../../keys/commands.ts';
import { strokeText } from '../../keys/stroke-text.ts';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { Menu } from '../../parts/menu.tsx';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { showToast } from '../../parts/toast-store.ts';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import { emojiChar } from '../../content/emoji-char.ts';
import type { MessageCommand } from './message-commands.ts';
import styles from './message-menu.module.css';

const Report = lazyPart(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

export type MessageMenuProps = {
  readonly message: Message;
  readonly anchor: HTMLElement;
  readonly commands: Partial<Record<CommandId, MessageCommand>>;
  readonly onClose: () => void;
};

/** Commands of the menu between its lines; keys and icons come from the table of commands. */
const GROUPS: readonly (readonly CommandId[])[] = [
  ['reply', 'quote', 'forward-message', 'copy-link', 'copy-markdown'],
  ['edit', 'later', 'unread-from-here', 'star'],
  ['receipts', 'history', 'move', 'delete'],
];

export function MessageMenu({ message, anchor, commands, onClose }: MessageMenuProps): ReactElement {
  const place = useRef<HTMLElement>(anchor);
  const chat = useChat();
  const { state, selfId } = chat;
  const [isReporting, setReporting] = useState(false);
  /** Whether the chosen entry leads to the dialog. */
  const isLeaving = useRef(false);
  if (isReporting)
    return (
      <Suspense>
        <Report message={message} onClose={onClose} />
      </Suspense>
    );
  const entry = (id: CommandId): MenuEntry[] => {
    const run = commands[id];
    if (run === undefined) return [];
    const { icon, keys } = commandOf(id);
    return [
      {
        id,
        label: labelOf(id, message),
        icon,
        shortcut: keys[0] === undefined ? undefined : strokeText(keys[0]),
        isDanger: id === 'delete',
        run: () => run(message, anchor),
      },
    ];
  };
  const report: MenuEntry = {
    id: 'report',
    label: t('Report to the moderators'),
    icon: 'flag',
    run: () => {
      isLeaving.current = true;
      setReporting(true);
    },
  };
  const cards: MenuEntry = {
    id: 'remove-cards',
    label: t('Remove the cards of links'),
    icon: 'hide',
    run: () =>
      void removeCards(chat, message.id).catch((error: unknown) => showToast({ text: failureText(error) })),
  };
  const hasOwnCards = message.sender_id === selfId && message.content.includes('"message_embed"');
  const isReportable =
    message.sender_id !== selfId && (state.get().realm_moderation_request_channel_id ?? -1) >= 0;
  const groups: MenuGroup[] = [
    ...GROUPS.map((ids) => ({ entries: ids.flatMap(entry) })),
    ...(hasOwnCards ? [{ entries: [cards] }] : []),
    ...(isReportable ? [{ entries: [report] }] : []),
  ];
  return (
    <Menu
      label={t('Actions for the message of {name}', { name: message.sender_full_name })}
      groups={groups}
      anchor={place}
      placement="bottom end"
      sheetHead={
        <QuickReactions
          message={message}
          onMore={() => commands.react?.(message, anchor)}
          onClose={onClose}
        />
      }
      // Entries run after their menu has closed.
      onClose={() =>
        queueMicrotask(() => {
          if (!isLeaving.current) onClose();
        })
      }
    />
  );
}

function labelOf(id: CommandId, { flags }: Message): string {
  if (id === 'later') return t('Remind me later');
  if (id === 'receipts') return t('Read by…');
  if (id === 'move') return t('Move to another topic');
  if (id === 'star' && flags.includes('starred')) return t('Remove the star');
  return commandOf(id).label;
}

const QUICK: readonly ReactionEmoji[] = [
  { name: '+1', code: '1f44d', type: 'unicode_emoji' },
  { name: 'tada', code: '1f389', type: 'unicode_emoji' },
  { name: 'heart', code: '2764', type: 'unicode_emoji' },
  { name: 'eyes', code: '1f440', type: 'unicode_emoji' },
  { name: 'check', code: '2705', type: 'unicode_emoji' },
];

type QuickReactionsProps = {
  readonly message: Message;
  readonly onMore: () => void;
  readonly onClose: () => void;
};

/** Common reactions above the entries of the sheet on a phone. */
function QuickReactions({ message, onMore, onClose }: QuickReactionsProps): ReactElement {
  const chat = useChat();
  return (
    <div className={styles['quick']} translate="no" role="group" aria-label={t('React')}>
      {QUICK.map((emoji) => (
        <button
          key={emoji.code}
          type="button"
          aria-label={emoji.name.replace('_', ' ')}
          onClick={() => {
            onClose();
            void chat.actions.toggleReaction(message.id, emoji);
          }}
        >
          {emojiChar(emoji.code)}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('Other reaction')}
        onClick={() => {
          onClose();
          onMore();
        }}
      >
        <Icon name="smile" />
      </button>
    </div>
  );
}
