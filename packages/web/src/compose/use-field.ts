import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { ComposeControl, ShownBox } from './control.ts';
import { applyEdit, selectionOf, showText } from './edit/apply-edit.ts';
import { replaceRange, type TextEdit, type TextSelection } from './edit/text-edit.ts';
import type { ComposeSession } from './session.ts';

export type ComposeField = ShownBox & {
  readonly selection: () => TextSelection;
  readonly edit: (edit: TextEdit) => void;
  /** Focuses the text with the caret behind it. */
  readonly focusEnd: () => void;
  readonly blur: () => void;
  readonly hasFocus: () => boolean;
};

/**
 * Connects a text area with a session: typing goes to the session, changes of the session to the screen. With a
 * control, commands find the field.
 */
export function useField(
  ref: RefObject<HTMLTextAreaElement | null>,
  session: ComposeSession,
  control: ComposeControl | undefined,
  key: string | undefined,
): ComposeField {
  const last = useRef<ComposeSession>(undefined);
  useLayoutEffect(() => {
    const show = (): void => {
      if (ref.current !== null) showText(ref.current, session.text.get());
    };
    // Keys behind a switch belong to the conversation, until the user writes again.
    if (last.current !== undefined && last.current !== session) ref.current?.blur();
    last.current = session;
    show();
    ref.current?.setSelectionRange(ref.current.value.length, ref.current.value.length);
    return session.text.subscribe(show);
  }, [ref, session]);

  const selection = useCallback(
    () => (ref.current === null ? { text: session.text.get(), start: 0, end: 0 } : selectionOf(ref.current)),
    [ref, session],
  );
  const edit = useCallback(
    (change: TextEdit) => {
      if (ref.current !== null) applyEdit(ref.current, change);
    },
    [ref],
  );
  const field = useMemo<ComposeField>(
    () => ({
      key,
      selection,
      edit,
      hasFocus: () => ref.current !== null && ref.current === document.activeElement,
      focus: () => ref.current?.focus(),
      focusEnd: () => {
        ref.current?.focus();
        ref.current?.setSelectionRange(ref.current.value.length, ref.current.value.length);
      },
      blur: () => ref.current?.blur(),
      insert: (text, isBlock = false) => {
        const { text: whole, start, end } = selection();
        edit(
          replaceRange(start, end, isBlock ? asBlock(whole, start, end, text) : asWord(whole, start, text)),
        );
      },
    }),
    [key, ref, selection, edit],
  );

  useEffect(() => control?.show(field), [control, field]);
  return field;
}

/** A text on lines of its own. */
function asBlock(whole: string, start: number, end: number, text: string): string {
  const before = start === 0 || whole[start - 1] === '\n' ? '' : '\n';
  const behind = whole[end] === '\n' ? '' : '\n';
  return `${before}${text}${behind}`;
}

function asWord(whole: string, start: number, text: string): string {
  return start === 0 || /\s$/.test(whole.slice(0, start)) ? text : ` ${text}`;
}
