import type { Message } from '@parley/client';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useCompose } from '../compose/control.ts';
import type { Narrow } from '../data/narrow/narrow.ts';
import type { CommandId } from '../keys/command-keys.ts';
import { contentClickOf, isChoice, type ContentClick } from '../content/content-clicks.ts';
import { copyCode, openPlayground } from '../content/code-actions.ts';
import { messageCommands, type MessageCommand } from '../message/desk/message-commands.ts';
import { visitorCommands } from '../message/desk/visitor-commands.ts';
import { MessageDesk } from '../message/desk/message-desk.tsx';
import type { DeskTask } from '../message/desk/task.ts';
import { showGroupCard } from '../parts/group-card-store.ts';
import { showUserCard } from '../parts/user-card-store.ts';
import type { HotRow } from './hot-row.ts';
import { createLongPress, type LongPressHandlers } from './long-press.ts';
import { useChatScreen } from '../screen/chat-context.ts';

export type Desk = {
  readonly handlers: {
    readonly onClick: (event: MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
  } & LongPressHandlers;
  /** Runs a command on the message of a row; false if it does not apply. */
  readonly run: (id: CommandId, row: HTMLElement | undefined) => boolean;
  /** The menu or dialog that is open. */
  readonly element: ReactNode;
};

/** Everything that clicks and keys do with messages of a list. */
export function useDesk(narrow: Narrow, hot: HotRow): Desk {
  const screen = useChatScreen();
  const compose = useCompose();
  const [task, setTaskOnly] = useState<DeskTask>();
  const latest = useRef<DeskTask>(undefined);
  const setTask = (next: DeskTask | undefined): void => {
    latest.current = next;
    hot.pin(next?.messageId);
    setTaskOnly(next);
    if (next === undefined) returnFocus(task?.anchor.closest('article'));
  };
  /** Closes a menu or dialog, but not the one that an entry of the menu has just opened. */
  const closeTask = (done: DeskTask): void => {
    if (latest.current === done) setTask(undefined);
  };
  const { askForAccount } = screen;
  const commandsOf = (message: Message): Partial<Record<CommandId, MessageCommand>> => {
    const commands = messageCommands({ screen, compose, narrow, open: setTask }, message);
    return askForAccount === undefined ? commands : visitorCommands(commands, askForAccount);
  };
  const runOn = (id: CommandId, messageId: number, anchor: HTMLElement): boolean => {
    const message = screen.chat.messages.get(messageId);
    const command = message === undefined ? undefined : commandsOf(message)[id];
    if (message === undefined || command === undefined) return false;
    command(message, anchor);
    return true;
  };
  const choose = ({ action, control, messageId }: ContentClick): boolean => {
    if (action === 'copy-code') copyCode(control);
    else if (action === 'playground') openPlayground(control, screen.chat.state.get());
    else if (askForAccount !== undefined && (action === 'group' || action === 'user')) askForAccount();
    else if (action === 'group') showGroupCard(Number(control.dataset['userGroupId']), control);
    else if (action === 'user') showUserCard(Number(control.dataset['userId']), control);
    // Cards of visitors and of messages on their way open and close by themselves.
    else if (action === 'cards' && messageId !== undefined && askForAccount === undefined)
      void screen.chat.actions.setCardsClosed(
        messageId,
        screen.chat.messages.get(messageId)?.flags.includes('collapsed') !== true,
      );
    else if (messageId !== undefined && isMessageAction(action)) return runOn(action, messageId, control);
    else return false;
    return true;
  };
  const openActions = (target: EventTarget): boolean => {
    const row = target instanceof Element && !isField(target) ? target.closest('article') : null;
    return row !== null && runOn('actions', Number(row.dataset['id']), row);
  };
  const [press] = useState(createLongPress);
  useEffect(() => press.setHandler(openActions));
  return {
    handlers: {
      ...press.handlers,
      onClick: (event) => {
        const click = contentClickOf(event.target);
        const isNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
        if (click !== undefined && !isNewTab && choose(click)) event.preventDefault();
      },
      onKeyDown: (event) => {
        if (!isChoice(event)) return;
        const click = contentClickOf(event.target);
        if (click !== undefined && choose(click)) event.preventDefault();
      },
      onContextMenu: (event) => {
        // A mouse gets the menu of the browser: it copies, opens and inspects.
        if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') return;
        if (openActions(event.target)) event.preventDefault();
      },
    },
    run: (id, row) => {
      const messageId = Number(row?.dataset['id']);
      if (row === undefined || !(messageId > 0)) return false;
      return runOn(id, messageId, row.querySelector<HTMLElement>('[data-do=actions]') ?? row);
    },
    element:
      task === undefined ? null : (
        <MessageDesk task={task} commandsOf={commandsOf} onClose={() => closeTask(task)} />
      ),
  };
}

/** A text field has a menu of its own. */
function isField(target: Element): boolean {
  return target.closest('textarea, input') !== null;
}

/** The control that opened a menu may be gone when it closes; its row takes the focus then, or the row in its place. */
function returnFocus(row: HTMLElement | null | undefined): void {
  const feed = row?.parentElement;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const stop =
        row?.isConnected === true ? row : feed?.querySelector<HTMLElement>('article[tabindex="0"]');
      stop?.focus({ preventScroll: true });
    }),
  );
}

const MESSAGE_ACTIONS = ['actions', 'react', 'reply', 'history', 'picture'] as const;

function isMessageAction(action: string): action is (typeof MESSAGE_ACTIONS)[number] {
  return MESSAGE_ACTIONS.some((known) => known === action);
}
