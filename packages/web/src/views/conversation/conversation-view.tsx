import { memo, Suspense, useState, type ReactElement } from 'react';
import type { MessageWindow, WindowAnchor } from '../../data/chat.ts';
import { isConversation, narrowKey, type Narrow } from '../../data/narrow/narrow.ts';
import { MessageList } from '../../list/message-list.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { useCommand } from '../../keys/use-command.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { beginJump } from '../../screen/jump-store.ts';
import { narrowName } from '../../screen/titles.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { NextUnread } from './next-unread.tsx';
import { SubscribeBar } from './subscribe-bar.tsx';
import { useFollowMoves } from './use-follow-moves.ts';
import { useFreshWindow } from './use-fresh-window.ts';
import { useMissingMessage } from './use-missing-message.ts';
import styles from './conversation-view.module.css';

const EmptyConversation = lazyPart(() =>
  import('./empty-conversation.tsx').then((module) => module.EmptyConversation),
);

/** Conversations whose rows stay in the page, so that going back shows them at once. */
const MAX_KEPT_LISTS = 8;

type Kept = { readonly key: string; readonly narrow: Narrow; readonly window: MessageWindow };

export type ConversationViewProps = {
  readonly narrow: Narrow;
  /** Message at which the list opens. */
  readonly near?: number | undefined;
};

/** A list of messages with its header. */
export function ConversationView({ narrow, near }: ConversationViewProps): ReactElement {
  const kept = useKeptLists(narrow, near);
  const current = narrowKey(narrow);
  const shown = kept.find(({ key }) => key === current)?.window;
  useFollowMoves(narrow, shown);
  useFreshWindow(shown);
  useMissingMessage(shown, near);
  useCommand('jump-date', () => beginJump(narrow));
  return (
    <>
      <ConversationHeader narrow={narrow} />
      {'channelId' in narrow ? <SubscribeBar channelId={narrow.channelId} /> : null}
      <div className={styles['lists']}>
        {kept.map(({ key, narrow: own, window }) => (
          <KeptList key={key} narrow={own} window={window} isShown={key === current} />
        ))}
      </div>
    </>
  );
}

type KeptListProps = Omit<Kept, 'key'> & { readonly isShown: boolean };

/** A switch renders two lists: the one that is left and the one that is shown. */
const KeptList = memo(function KeptList({ narrow, window, isShown }: KeptListProps): ReactElement {
  const label = useSelect(useChat().state, (state) => narrowName(state, narrow));
  return (
    <MessageList
      window={window}
      label={label}
      isShown={isShown}
      end={isConversation(narrow) ? <NextUnread narrow={narrow} isShown={isShown} /> : undefined}
      empty={
        <Suspense>
          <EmptyConversation narrow={narrow} />
        </Suspense>
      }
    />
  );
});

/** The lists of the last conversations, in a stable order; the least recently shown one is dropped. */
function useKeptLists(narrow: Narrow, near: number | undefined): readonly Kept[] {
  const chat = useChat();
  const open = (): Kept => ({
    key: narrowKey(narrow),
    narrow,
    window: chat.openWindow(narrow, anchorOf(near)),
  });
  const [shown, setShown] = useState(() => ({
    key: narrowKey(narrow),
    near,
    lists: [open()],
    order: [narrowKey(narrow)],
  }));
  const key = narrowKey(narrow);
  if (shown.key === key && shown.near === near) return shown.lists;
  const known = shown.lists.find((list) => list.key === key);
  if (known !== undefined && near !== undefined) void known.window.moveTo({ kind: 'id', id: near });
  const order = [key, ...shown.order.filter((other) => other !== key)].slice(0, MAX_KEPT_LISTS);
  const lists = [...shown.lists, ...(known === undefined ? [open()] : [])].filter((list) =>
    order.includes(list.key),
  );
  setShown({ key, near, lists, order });
  return lists;
}

function anchorOf(near: number | undefined): WindowAnchor {
  return near === undefined ? { kind: 'first-unread' } : { kind: 'id', id: near };
}
