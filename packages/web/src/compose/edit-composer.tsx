import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { fetchSource, saveEdit } from '../data/actions/write-messages.ts';
import { Icon } from '../parts/icon.tsx';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../views/chat-context.ts';
import { clockTime } from '../words/dates.ts';
import { t } from '../words/index.ts';
import { ComposeBox } from './compose-box.tsx';
import { useCompose } from './control.ts';
import type { ComposeSession } from './session.ts';
import { localSession } from './sessions.ts';
import { useSubmit } from './use-submit.tsx';

export type EditComposerProps = {
  readonly messageId: number;
  readonly onClose: () => void;
};

/** The box with the text of an own message in it. */
export function EditComposer({ messageId, onClose }: EditComposerProps): ReactElement {
  const chat = useChat();
  const control = useCompose();
  const message = useCell(chat.messages.cell(messageId));
  const session = useMemo(() => localSession(chat, control, `edit.${messageId}`), [chat, control, messageId]);
  const source = useSource(session, messageId);
  const { canSend, hint, submit } = useSubmit(session, 'save');

  const save = (): void => {
    if (session.text.get().trim() === source?.trim()) {
      session.setText('');
      onClose();
      return;
    }
    submit(async (text) => {
      try {
        await saveEdit(chat.client, messageId, text);
      } catch (error) {
        control.setMode({ kind: 'edit', messageId });
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
    <ComposeBox
      session={session}
      label={t('Edit message')}
      head={
        <>
          <Icon name="pencil" isSmall />
          <span className="clip">{t('Editing your message of {time}', { time })}</span>
          <span className="saved">
            <kbd>Esc</kbd> {t('leaves, text stays')}
          </span>
        </>
      }
      keepsHead
      conversation={conversation}
      hint={hint}
      sendLabel={t('Save')}
      canSend={canSend && source !== undefined}
      onSend={save}
      onLeave={leave}
      isFocused={source !== undefined}
    />
  );
}

/** Fetches the Markdown of the message, and shows it unless a changed text was left behind. */
function useSource(session: ComposeSession, messageId: number): string | undefined {
  const chat = useChat();
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      try {
        const text = await fetchSource(chat.client, messageId);
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
