import type { Message } from '@parley/client';
import { Suspense, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useSelect } from '../parts/use-cell.ts';
import { t } from '../words/index.ts';
import type { ContentSettings } from '../content/settings.ts';
import { foldedMessages, setFolded } from '../content/folds.ts';
import { MessageContent } from '../content/message-content.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { widgetOf } from './widgets/widget.tsx';
import text from '../content/text.module.css';
import styles from './message-body.module.css';

const StreamedText = lazyPart(() =>
  import('./streaming/streamed-text.tsx').then((module) => module.StreamedText),
);

export type MessageBodyProps = {
  readonly message: Message;
  readonly settings: ContentSettings;
  readonly textId: string;
  /** Marks the words that a search found. */
  readonly showsMatches: boolean;
};

/** Shorter HTML is never so tall that it needs folding, so its height is not measured. */
const MIN_LONG_HTML = 1_800;

/** Height of the longest text that is not folded; folding less than some lines would hide nothing. */
const MAX_UNFOLDED_REM = 30;

/** Text or widget of a message; a long text is folded. */
export function MessageBody({ message, settings, textId, showsMatches }: MessageBodyProps): ReactElement {
  const choice = useSelect(foldedMessages, (folds) => folds.get(message.id));
  const [isTall, setTall] = useState(message.content.length >= MIN_LONG_HTML);
  const frame = useRef<HTMLDivElement>(null);
  const isFolded = choice ?? isTall;
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null || choice !== undefined || message.content.length < MIN_LONG_HTML) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    setTall(current.scrollHeight > MAX_UNFOLDED_REM * rem);
  }, [choice, message.content]);
  const widget =
    message.streaming === true ? <StreamedText message={message} settings={settings} /> : widgetOf(message);
  if (widget !== undefined)
    return (
      <div id={textId}>
        <Suspense>{widget}</Suspense>
      </div>
    );
  const mark = markOf(message);
  const html = (showsMatches ? message.match_content : undefined) ?? message.content;
  const content = (
    <MessageContent
      id={textId}
      html={message.is_me_message ? withoutCommand(html) : html}
      settings={settings}
      className={message.is_me_message ? `${text['text']} ${text['act']}` : text['text']}
      mark={mark}
      markAction={mark === undefined ? undefined : 'history'}
      areCardsClosed={message.flags.includes('collapsed')}
    />
  );
  if (!isFolded && choice === undefined && message.content.length < MIN_LONG_HTML) return content;
  return (
    <>
      <div ref={frame} className={isFolded ? styles['folded'] : undefined} data-by-reader={choice}>
        {content}
      </div>
      {isFolded || choice === false ? (
        <button
          type="button"
          className={`lk ${styles['more']}`}
          aria-expanded={!isFolded}
          onClick={() => setFolded(message.id, !isFolded)}
        >
          {isFolded ? t('Show more') : t('Show less')}
        </button>
      ) : null}
    </>
  );
}

function markOf(message: Message): string | undefined {
  if (message.last_edit_timestamp !== undefined) return t('edited');
  return message.last_moved_timestamp === undefined ? undefined : t('moved');
}

/** The text of `/me waves` without its command. */
function withoutCommand(html: string): string {
  return html.replace(/^<p>\/me\b\s*/, '<p>');
}
