import { useLayoutEffect } from 'react';
import { useCompose } from '../compose/control.ts';
import type { UnreadConversation } from '../data/chat.ts';
import type { Place } from '../data/address/place.ts';
import { useCommand, useDispatcher } from '../keys/use-command.ts';
import { showToast } from '../parts/toast-store.ts';
import { useSelect } from '../parts/use-cell.ts';
import { t } from '../words/index.ts';
import { useChatScreen } from '../screen/chat-context.ts';
import { beginChannel } from '../screen/creation-store.ts';
import { channelOf, neighborChannel, nextUnread } from '../screen/going.ts';

/** Commands that work in every view: going to places, and from one unread conversation to the next. */
export function useGlobalCommands(): void {
  const { chat, place, go } = useChatScreen();
  const compose = useCompose();
  const to = (target: Place) => () => go(target);
  useCommand('inbox', to({ view: 'inbox' }));
  useCommand('recent', to({ view: 'recent' }));
  useCommand('feed', to({ view: 'messages', narrow: { kind: 'all' } }));
  useCommand('starred', to({ view: 'messages', narrow: { kind: 'starred' } }));
  useCommand('mentions', to({ view: 'messages', narrow: { kind: 'mentions' } }));
  useCommand('drafts', to({ view: 'drafts' }));
  useCommand('catch-up', to({ view: 'catch-up' }));
  useCommand('channels', to({ view: 'channels' }));
  useCommand('people', to({ view: 'people' }));
  const mayCreate = useSelect(chat.state, (state) => state.can_create_streams === true);
  useCommand('new-channel', mayCreate ? () => beginChannel() : undefined);
  useCommand('search', to({ view: 'messages', narrow: { kind: 'search', terms: [] } }));
  useCommand('back', () => globalThis.history.back());
  useCommand('forward', () => globalThis.history.forward());

  const read = (isWanted: (unread: UnreadConversation) => boolean) => () => {
    const narrow = nextUnread(
      chat.unread.get().order,
      place.get(),
      (unread) => !unread.isMuted && isWanted(unread),
    );
    if (narrow === undefined) showToast({ text: t('Nothing else is unread.') });
    else go({ view: 'messages', narrow });
  };
  useCommand(
    'next-unread',
    read(({ conversation }) => conversation.kind === 'topic'),
  );
  useCommand(
    'next-followed',
    read(({ isFollowed }) => isFollowed),
  );
  useCommand(
    'next-direct',
    read(({ conversation }) => conversation.kind === 'direct'),
  );

  const channelId = useSelect(place, channelOf);
  // The box itself is loaded later, and opens then.
  useCommand('new-topic', () => compose.setMode({ kind: 'new', start: { kind: 'topic', channelId } }));
  useCommand('new-direct', () => compose.setMode({ kind: 'new', start: { kind: 'direct' } }));
  useCommand('topics', channelId === undefined ? undefined : to({ view: 'topics', channelId }));
  const step = (by: 1 | -1) => () => {
    const next = neighborChannel(chat, place.get(), by);
    if (next !== undefined) go({ view: 'topics', channelId: next });
  };
  useCommand('previous-channel', step(-1));
  useCommand('next-channel', step(1));
  useCommand('next-region', focusNextRegion);
  useCommand('undo', () => {
    const undoable = chat.actions.undoable.get();
    if (undoable === undefined) return false;
    void undoable.undo();
  });
}

/** Regions of the page, in the order of F6. */
const REGIONS = '[data-region]';

function focusNextRegion(): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
    (region) => region.offsetParent !== null,
  );
  const current = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = regions[(current + 1) % regions.length];
  const target =
    next?.querySelector<HTMLElement>('[aria-current], [tabindex="0"], a, button, textarea, input') ?? next;
  target?.focus();
}

/** Gives key presses to the table of commands. */
export function useKeyPresses(): void {
  const dispatcher = useDispatcher();
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return;
      if (event.target.closest('[role=dialog], [role=menu], [role=alertdialog]') !== null) return;
      const isActivation = event.key === 'Enter' || event.key === ' ';
      if (isActivation && event.target.closest('a[href], button, summary, [role=button]') !== null) return;
      const isInField = event.target.closest(FIELDS) !== null;
      if (dispatcher.press(event, isInField)) event.preventDefault();
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, [dispatcher]);
}

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
