import { useEffect, useMemo, useRef, useState, type ReactElement, type RefObject } from 'react';
import { tellEditing } from '../data/actions/edit-typing.ts';
import { fetchSource, saveEdit } from '../data/actions/message-actions.ts';
import { Icon } from '../parts/icon.tsx';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { clockTime } from '../words/dates.ts';
import { t } from '../words/index.ts';
import { ComposeBox } from './compose-box.tsx';
import { useCompose, type ComposeControl } from './control.ts';
import type { ComposeSession } from './session.ts';
import { localSession } from './sessions.ts';
import { useSubmit } from './use-submit.tsx';
import head from './head.module.css';

/** The box with the text of an own message, in the place of the message. */
export function EditComposer({ messageId }: { readonly messageId: number }): ReactElement {
  const chat = useChat();
  const control = useCompose();
  const [edited] = useState(control.edited.get);
  const { frame, close: onClose } = useClose(control);
  const message = useCell(chat.messages.cell(messageId));
  const session = useMemo(() => localSession(chat, control, `edit.${messageId}`), [chat, control, messageId]);
  const source = useSource(session, messageId);
  const { canSend, hint, submit } = useSubmit(session, 'save');
  useEffect(() => () => tellEditing(chat, messageId, false), [chat, messageId]);

  const save = (): void => {
    if (session.text.get().trim() === source?.trim()) {
      session.setText('');
      onClose();
      return;
    }
    submit(async (text) => {
      try {
        await saveEdit(chat, messageId, text);
      } catch (error) {
        control.setEdited(edited);
        throw error;
      }
    });
    if (session.text.get() === '') onClose();
  };
  const leave = (): void => {
    if (session.text.get().trim() === source?.trim()) session.setText('');
    onClose();
  };
  const conversation =
    message?.channel === undefined
      ? undefined
      : ({ kind: 'topic', channelId: message.channel.id, topic: message.topic } as const);
  const hours = useSelect(chat.state, (state) => state.user_settings?.twenty_four_hour_time);
  const time = message === undefined ? '' : clockTime(message.timestamp, hasTwelveHours(hours));
  return (
    <div ref={frame}>
      <ComposeBox
        session={session}
        isInRow
        label={t('Edit message')}
        head={
          <>
            <Icon name="pencil" isSmall />
            <span>{t('Editing your message of {time}', { time })}</span>
            <span className={head['state']}>
              <kbd>Esc</kbd> {t('leaves, text stays')}
            </span>
          </>
        }
        conversation={conversation}
        hint={hint}
        sendLabel={t('Save')}
        canSend={canSend && source !== undefined}
        onSend={save}
        onLeave={leave}
        onTyping={(isTyping) => tellEditing(chat, messageId, isTyping)}
        isFocused={source !== undefined}
      />
    </div>
  );
}

/** Ends the edit; the focus goes back to where it came from, or to the row. */
function useClose(control: ComposeControl): {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly close: () => void;
} {
  const frame = useRef<HTMLDivElement>(null);
  const [from] = useState(() => document.activeElement);
  const close = (): void => {
    const row = frame.current?.closest('article');
    control.setEdited(undefined);
    const isUsable = from instanceof HTMLElement && from !== document.body && from.isConnected;
    (isUsable ? from : row)?.focus({ preventScroll: true });
  };
  return { frame, close };
}

/** Fetches the Markdown of the message, and shows it unless a changed text was left behind. */
function useSource(session: ComposeSession, messageId: number): string | undefined {
  const chat = useChat();
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      try {
        const text = await fetchSource(chat, messageId);
        if (!isCurrent) return;
        if (session.text.get() === '') session.setText(text);
        setSource(text);
      } catch (error) {
        if (isCurrent) session.setNote(error instanceof Error ? error.message : String(error));
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [chat, session, messageId]);
  return source;
}

/** Undefined leaves the choice to the language. */
function hasTwelveHours(setting: boolean | null | undefined): boolean | undefined {
  return typeof setting === 'boolean' ? !setting : undefined;
}
