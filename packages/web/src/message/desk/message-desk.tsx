import { Suspense, type ReactElement } from 'react';
import type { CommandId } from '../../keys/command-keys.ts';
import { lazyPart } from '../../parts/lazy-part.ts';
import { loadMenus } from '../../parts/menu.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import type { Message } from '@parley/client';
import type { MessageCommand } from './message-commands.ts';
import type { DeskTask } from './task.ts';

const MessageMenu = lazyPart(async () => {
  const [{ MessageMenu: menu }] = await Promise.all([import('./message-menu.tsx'), loadMenus()]);
  return menu;
});
const Picker = lazyPart(() => import('./reaction-picker.tsx').then((module) => module.ReactionPicker));
const Remind = lazyPart(() => import('./remind-menu.tsx').then((module) => module.RemindMenu));
const History = lazyPart(() => import('./history-dialog.tsx').then((module) => module.HistoryDialog));
const Receipts = lazyPart(() => import('./receipts-dialog.tsx').then((module) => module.ReceiptsDialog));
const Move = lazyPart(() => import('./move-dialog.tsx').then((module) => module.MoveDialog));
const Delete = lazyPart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));
const Viewer = lazyPart(() => import('../../content/viewer.tsx').then((module) => module.Viewer));

export type MessageDeskProps = {
  readonly task: DeskTask;
  readonly commandsOf: (message: Message) => Partial<Record<CommandId, MessageCommand>>;
  readonly onClose: () => void;
};

/** The menu, popover or dialog that is open about a message. */
export function MessageDesk({ task, commandsOf, onClose }: MessageDeskProps): ReactElement | null {
  const message = useCell(useChat().messages.cell(task.messageId));
  if (message === undefined) return null;
  return <Suspense fallback={null}>{surface(task, message, commandsOf, onClose)}</Suspense>;
}

function surface(
  { kind, messageId, anchor }: DeskTask,
  message: Message,
  commandsOf: MessageDeskProps['commandsOf'],
  onClose: () => void,
): ReactElement {
  switch (kind) {
    case 'actions':
      return (
        <MessageMenu message={message} anchor={anchor} commands={commandsOf(message)} onClose={onClose} />
      );
    case 'react':
      return <Picker messageId={messageId} anchor={anchor} onClose={onClose} />;
    case 'remind':
      return <Remind messageId={messageId} anchor={anchor} onClose={onClose} />;
    case 'history':
      return <History message={message} onClose={onClose} />;
    case 'receipts':
      return <Receipts message={message} onClose={onClose} />;
    case 'move':
      return <Move message={message} onClose={onClose} />;
    case 'delete':
      return <Delete message={message} onClose={onClose} />;
    case 'picture':
      return <Viewer anchor={anchor} onClose={onClose} />;
  }
}
