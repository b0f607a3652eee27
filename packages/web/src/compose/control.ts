import { createContext, useContext } from 'react';
import { createCell, type Cell } from '../data/cell.ts';
import { useSelect } from '../parts/use-cell.ts';
import type { ComposeSession } from './session.ts';

/** The start of a message whose place is not fixed. */
export type NewMessage = (
  | { readonly kind: 'topic'; readonly channelId?: number | undefined; readonly topic?: string }
  | { readonly kind: 'direct'; readonly userIds?: readonly number[] }
) & {
  /** The user chooses between people and a channel, too; the text stays. */
  readonly isAnywhere?: true;
};

/** Purpose of the box at the end of the page. */
export type ComposeMode =
  | { readonly kind: 'conversation' }
  | { readonly kind: 'new'; readonly start: NewMessage };

/** A message whose text is changed in its row. */
export type EditedMessage = {
  readonly messageId: number;
  /** Key of the narrow of the list; the same message may stand in several lists. */
  readonly listKey: string;
};

/** A box on the screen. */
export type ShownBox = {
  /** Key of the conversation to which it writes. */
  readonly key: string | undefined;
  readonly focus: () => void;
  /** Inserts a text at the caret, on lines of its own if `isBlock`. */
  readonly insert: (text: string, isBlock?: boolean) => void;
};

/** Connects commands and rows with the box on the screen, and keeps texts that are being written. */
export type ComposeControl = {
  readonly mode: Cell<ComposeMode>;
  readonly setMode: (mode: ComposeMode) => void;
  readonly edited: Cell<EditedMessage | undefined>;
  readonly setEdited: (edited: EditedMessage | undefined) => void;
  /** Focuses the box; with a key, that of the conversation, as soon as it is there. */
  readonly focus: (key?: string) => void;
  /** Inserts a text and focuses the box of the conversation, as soon as it is there. */
  readonly insert: (key: string, text: string, isBlock?: boolean) => void;
  readonly show: (box: ShownBox) => () => void;
  readonly session: (key: string, create: () => ComposeSession) => ComposeSession;
};

/** Sessions with uploads or a waiting message are kept beyond this. */
const MAX_SESSIONS = 30;

export function createComposeControl(): ComposeControl {
  const mode = createCell<ComposeMode>({ kind: 'conversation' });
  const edited = createCell<EditedMessage | undefined>(undefined);
  const boxes: ShownBox[] = [];
  const sessions = new Map<string, ComposeSession>();
  let pending: { readonly key: string; readonly act: (box: ShownBox) => void } | undefined;
  const actIn = (key: string, act: (box: ShownBox) => void): void => {
    const box = boxes.at(-1);
    pending = box?.key === key ? undefined : { key, act };
    if (box?.key === key) act(box);
  };

  return {
    mode,
    setMode: mode.set,
    edited,
    setEdited: edited.set,
    focus: (key) => {
      if (key === undefined) boxes.at(-1)?.focus();
      else actIn(key, (box) => box.focus());
    },
    insert: (key, text, isBlock = false) => actIn(key, (box) => box.insert(text, isBlock)),
    show: (box) => {
      boxes.push(box);
      if (pending?.key === box.key) {
        pending?.act(box);
        pending = undefined;
      }
      return () => {
        boxes.splice(boxes.indexOf(box), 1);
      };
    },
    session: (key, create) => {
      const known = sessions.get(key);
      const session = known ?? create();
      sessions.delete(key);
      sessions.set(key, session);
      for (const [old, { isIdle }] of sessions)
        if (sessions.size > MAX_SESSIONS && old !== key && isIdle()) sessions.delete(old);
      return session;
    },
  };
}

/** One control for the page; tests and several accounts in a page bring their own. */
export const ComposeContext = createContext<ComposeControl>(createComposeControl());

export function useCompose(): ComposeControl {
  return useContext(ComposeContext);
}

/** Key of the narrow of the list around a row. */
export const ListKeyContext = createContext('');

export function useIsEdited(messageId: number): boolean {
  const listKey = useContext(ListKeyContext);
  return useSelect(
    useCompose().edited,
    (edited) => edited?.messageId === messageId && edited.listKey === listKey,
  );
}
