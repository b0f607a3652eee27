import type { ReactNode } from 'react';
import { commandOf } from '../keys/commands.ts';
import { strokeText } from '../keys/stroke-text.ts';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { plural, t } from '../words/index.ts';
import { useEnterSends } from './use-enter-sends.ts';
import { lengthOf, type ComposeSession, type Deliver } from './session.ts';
import styles from './use-submit.module.css';

export type Submit = {
  readonly canSend: boolean;
  readonly isOffline: boolean;
  readonly hint: ReactNode;
  readonly submit: (deliver: Deliver) => void;
};

/** The rest is counted from here. */
const COUNTED_FROM = 500;
const DEFAULT_MAX_LENGTH = 10_000;

/** Sending of a session's text with its limits, and the hint beside the button. */
export function useSubmit(session: ComposeSession, verb: 'send' | 'save', ownHint?: ReactNode): Submit {
  const chat = useChat();
  const max = useSelect(chat.state, (state) => state.max_message_length) ?? DEFAULT_MAX_LENGTH;
  const enterSends = useEnterSends();
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline' || status === 'ended');
  const isWaiting = useCell(session.isWaiting);
  const isBusy = useSelect(session.uploads.items, () => session.uploads.isBusy());
  const isEmpty = useSelect(session.text, (text) => text.trim() === '');
  const left = useSelect(session.text, (text) => leftOf(text, max));

  const submit = (deliver: Deliver): void => {
    const hindrance = session.submit(deliver, max);
    if (hindrance === 'failed-upload')
      session.setNote(t('Remove the files that were not uploaded, or try again.'));
  };
  const key = enterSends ? 'Enter' : (commandOf('send').keys[0] ?? '');
  const hint = hintOf();
  return { canSend: (!isEmpty || isBusy) && left >= 0 && !isWaiting, isOffline, hint, submit };

  function hintOf(): ReactNode {
    if (left < 0)
      return (
        <span className={styles['over']}>
          {plural(-left, { one: '# character too long', other: '# characters too long' })}
        </span>
      );
    if (left < COUNTED_FROM) return plural(left, { one: '# character left', other: '# characters left' });
    if (isWaiting) return t('Will be sent when uploaded');
    if (isBusy) return t('Sends when uploaded');
    if (isOffline && verb === 'send') return t('Will be sent when online');
    if (ownHint !== undefined) return ownHint;
    return (
      <>
        <kbd>{strokeText(key)}</kbd> {verb === 'send' ? t('sends') : t('saves')}
      </>
    );
  }
}

/** Characters left, or the first bound as long as there are more. */
function leftOf(text: string, max: number): number {
  return text.length < max - COUNTED_FROM ? COUNTED_FROM : max - lengthOf(text.trim());
}
