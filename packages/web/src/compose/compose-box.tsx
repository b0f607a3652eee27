import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { Conversation } from '../data/narrow/narrow.ts';
import { useCommand } from '../keys/use-command.ts';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { CompletionList } from './complete/completion-list.tsx';
import { useCompletion } from './complete/use-completion.ts';
import { ComposeTools } from './compose-tools.tsx';
import { useCompose } from './control.ts';
import { ComposeEmoji } from './compose-emoji.tsx';
import { continueList } from './edit/continue-list.ts';
import { useFormatting } from './edit/use-formatting.ts';
import { FormatBar } from './format-bar.tsx';
import { attachFiles, pasteInto } from './paste.ts';
import { Preview } from './preview.tsx';
import { SendButton } from './send-button.tsx';
import type { ComposeSession } from './session.ts';
import { useEnterSends } from './use-enter-sends.ts';
import { UploadFiles } from './upload-files.tsx';
import { useDrop } from './use-drop.ts';
import { useField } from './use-field.ts';
import styles from './compose-box.module.css';
import head from './head.module.css';

export type ComposeBoxProps = {
  readonly session: ComposeSession;
  /** Key of the conversation, in the box of a conversation. */
  readonly boxKey?: string;
  /** Accessible name of the form. */
  readonly label: string;
  /** Says where the text goes. */
  readonly head: ReactNode;
  readonly placeholder?: string;
  /** Place of the text, for completion. */
  readonly conversation: Conversation | undefined;
  readonly hint: ReactNode;
  readonly sendLabel: string;
  readonly canSend: boolean;
  readonly onSend: () => void;
  /** Sends a text of its own, such as a poll; without it there is no such form. */
  readonly onSendText?: (text: string) => void;
  readonly onLater?: (unixSeconds: number) => void;
  readonly onLeave: () => void;
  readonly onTyping?: (isTyping: boolean) => void;
  /** One line on a phone until it is used. */
  readonly isShort?: boolean;
  /** The head is shown on a phone without the focus, too. */
  readonly keepsHead?: boolean;
  /** The box stands in the row of a message; commands for the box of the page pass it by. */
  readonly isInRow?: boolean;
  /** Handles the arrow up in an empty text; false leaves it to the browser. */
  readonly onUp?: () => boolean;
  /** Takes the focus when it becomes true. */
  readonly isFocused?: boolean;
};

/** The one box for writing: a text with completion, formatting, files and preview. */
export function ComposeBox(props: ComposeBoxProps): ReactElement {
  const { session, conversation } = props;
  const chat = useChat();
  const control = useCompose();
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const field = useField(text, session, props.isInRow === true ? undefined : control, props.boxKey);
  const completion = useCompletion(chat, field, conversation);
  const [hasFormatBar, setFormatBar] = useState(false);
  const [hasPreview, setPreview] = useState(false);
  const [hasEmoji, setEmoji] = useState(false);
  const [shown, setShown] = useState(session);
  if (shown !== session) {
    // Another text begins with nothing open.
    setShown(session);
    setFormatBar(false);
    setPreview(false);
    setEmoji(false);
  }
  const note = useCell(session.note);
  const enterSends = useEnterSends();
  const format = useFormatting(field);
  useCommand('preview', () => (isOther(frame.current) ? false : setPreview(!hasPreview)));
  useCommand('send', props.canSend ? () => (field.hasFocus() ? props.onSend() : false) : undefined);

  useEffect(() => {
    if (props.isFocused === true) field.focusEnd();
  }, [field, props.isFocused]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // The Enter that ends the input of a character belongs to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (completion.onKeyDown(event)) consume(event);
    else if (event.key === 'Enter') onEnter(event);
    else if (event.key === 'Escape') {
      consume(event);
      field.blur();
      props.onLeave();
    } else if (isPlainUp(event) && session.text.get() === '' && props.onUp?.() === true) consume(event);
  };
  const onEnter = (event: KeyboardEvent): void => {
    const isMod = event.ctrlKey || event.metaKey;
    const sends = isMod || (enterSends && !event.shiftKey && !event.altKey);
    if (sends) {
      consume(event);
      if (!event.repeat && props.canSend) props.onSend();
      return;
    }
    const edit = event.altKey ? undefined : continueList(field.selection());
    if (edit === undefined) return;
    consume(event);
    field.edit(edit);
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (pasteInto(chat.state.get(), field, session, event.clipboardData)) event.preventDefault();
  };
  const isOver = useDrop(frame, (files) => attachFiles(field, session, files));
  const hasFiles = useSelect(session.uploads.items, (items) => items.length > 0);
  const isShort = props.isShort === true && !hasPreview && !hasFormatBar && !hasFiles;
  const isOpen = completion.suggestions.length > 0;

  return (
    <div className={styles['frame']} data-compose ref={frame}>
      <CompletionList completion={completion} />
      {hasEmoji ? (
        <ComposeEmoji
          onPick={(name) => {
            setEmoji(false);
            field.insert(`:${name}: `);
          }}
          onClose={() => {
            setEmoji(false);
            field.focus();
          }}
        />
      ) : null}
      <form
        className={[styles['box'], isOver && styles['drop'], isShort && styles['short']]
          .filter(Boolean)
          .join(' ')}
        data-region
        aria-label={props.label}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className={props.keepsHead === true ? `${head['head']} ${head['kept']}` : head['head']}>
          {props.head}
        </div>
        {note === undefined ? null : (
          <p className={styles['refused']} role="alert">
            {note}
          </p>
        )}
        {hasFormatBar ? <FormatBar onFormat={format} /> : null}
        <div className={hasPreview ? `${styles['writing']} ${styles['beside']}` : styles['writing']}>
          <textarea
            ref={text}
            rows={1}
            dir="auto"
            aria-label={t('Message')}
            placeholder={props.placeholder ?? t('Write a message')}
            aria-autocomplete="list"
            aria-controls={isOpen ? completion.id : undefined}
            aria-activedescendant={isOpen ? `${completion.id}-${completion.current}` : undefined}
            onInput={(event) => {
              session.setText(event.currentTarget.value);
              completion.update();
              props.onTyping?.(event.currentTarget.value.trim() !== '');
            }}
            onSelect={completion.update}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => {
              completion.close();
              props.onTyping?.(false);
            }}
          />
          {hasPreview ? <Preview session={session} /> : null}
        </div>
        <UploadFiles uploads={session.uploads} />
        <div className={styles['tools']}>
          <ComposeTools
            session={session}
            field={field}
            emoji={[hasEmoji, setEmoji]}
            formatBar={[hasFormatBar, setFormatBar]}
            preview={[hasPreview, setPreview]}
            onSendText={props.onSendText}
          />
          <span className={styles['hint']}>{props.hint}</span>
          <SendButton {...props} />
        </div>
      </form>
    </div>
  );
}

/** Whether another box has the focus. */
function isOther(frame: Element | null): boolean {
  const focused = document.activeElement?.closest('[data-compose]') ?? null;
  return focused !== null && focused !== frame;
}

function isPlainUp({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'ArrowUp' && !ctrlKey && !metaKey && !altKey && !shiftKey;
}

function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
