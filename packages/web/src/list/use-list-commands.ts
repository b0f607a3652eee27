import type { RefObject } from 'react';
import type { CommandId } from '../keys/command-keys.ts';
import { useCommand } from '../keys/use-command.ts';
import type { ListController } from './controller.ts';
import type { Roving } from './roving.ts';
import type { Desk } from './use-desk.tsx';

export type ListCommandOptions = {
  readonly controller: ListController;
  readonly roving: RefObject<Roving | undefined>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly desk: Desk;
  readonly isShown: boolean;
};

/** Share of the height by which a page key moves. */
const PAGE_SHARE = 0.85;

/** Commands that act on the message with the focus. */
const MESSAGE_COMMANDS: readonly CommandId[] = [
  'actions',
  'react',
  'react-same',
  'thumbs-up',
  'quote',
  'forward-message',
  'reply-mention',
  'reply-direct',
  'edit',
  'move',
  'star',
  'copy-link',
  'copy-markdown',
  'user-card',
  'picture',
  'history',
  'receipts',
  'fold',
  'later',
  'remind',
  'delete',
  'unread-from-here',
  'context',
  'topic-or-channel',
];

/** Movement and message actions by keys, in the list that is shown. */
export function useListCommands({ controller, roving, scroller, desk, isShown }: ListCommandOptions): void {
  const when = <T>(handler: T): T | undefined => (isShown ? handler : undefined);
  const page = (by: 1 | -1): void => {
    const home = scroller.current;
    home?.scrollBy({ top: by * PAGE_SHARE * home.clientHeight });
  };
  useCommand(
    'next-message',
    when(() => void roving.current?.step(1)),
  );
  useCommand(
    'previous-message',
    when(() => void roving.current?.step(-1)),
  );
  useCommand('first-message', when(controller.goToStart));
  useCommand('last-message', when(controller.goToEnd));
  useCommand(
    'page-down',
    when(() => page(1)),
  );
  useCommand(
    'page-up',
    when(() => page(-1)),
  );
  // The list of commands never changes, so neither does the order of hooks.
  for (const id of MESSAGE_COMMANDS)
    // oxlint-disable-next-line react/rules-of-hooks
    useCommand(
      id,
      when(() => (desk.run(id, roving.current?.current()) ? undefined : false)),
    );
}
