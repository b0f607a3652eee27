import type { Message } from '@parley/client';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { ContentSettings } from '../../content/settings.ts';
import { MessageContent } from '../../content/message-content.tsx';
import { mayStop, stopStreamed } from '../../data/actions/streamed-actions.ts';
import { streamedTexts } from '../../data/derived/streamed-texts.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import text from '../../content/text.module.css';
import styles from './streamed-text.module.css';

export type StreamedTextProps = {
  readonly message: Message;
  readonly settings: ContentSettings;
};

/** The text of a message that is being written, as far as it is known, and the button that stops it. */
export function StreamedText({ message, settings }: StreamedTextProps): ReactElement {
  const html = useGrowingHtml(message);
  return (
    <>
      <MessageContent html={html} settings={settings} className={`${text['text']} ${styles['growing']}`} />
      <Run message={message} />
    </>
  );
}

/** The text rendered as the server would, or what the server has rendered. An older text never replaces a newer one. */
function useGrowingHtml(message: Message): string {
  const chat = useChat();
  const known = useSelect(streamedTexts(chat), (texts) => texts.get(message.id));
  const [html, setHtml] = useState(message.content);
  const turns = useRef({ begun: 0, shown: 0 });
  useEffect(() => {
    const { current } = turns;
    const turn = (current.begun += 1);
    const showTurn = (next: string): void => {
      if (turn < current.shown) return;
      current.shown = turn;
      setHtml(next);
    };
    const rendered = known === undefined ? message.content : chat.renderer.render(known, showTurn);
    if (rendered !== undefined) showTurn(rendered);
  }, [chat, known, message.content]);
  return html;
}

function Run({ message }: { readonly message: Message }): ReactElement {
  const chat = useChat();
  const isAllowed = useSelect(chat.state, (state) => mayStop(state, chat.selfId, message.sender_id));
  const [isStopping, setStopping] = useState(false);
  const stop = (): void => {
    setStopping(true);
    void attempt(stopStreamed(chat, message.id)).finally(() => setStopping(false));
  };
  return (
    <div className={styles['run']}>
      <span className={styles['spin']} aria-hidden="true" />
      <span role="status">{t('Writing')}</span>
      {isAllowed ? (
        <button type="button" className="btn" disabled={isStopping} onClick={stop}>
          <span className={styles['square']} aria-hidden="true" />
          {t('Stop')}
        </button>
      ) : null}
    </div>
  );
}
