import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { appendMark, buildContent } from './build-content.ts';
import { showCards } from './cards.ts';
import { element } from './elements.ts';
import type { ContentSettings } from './settings.ts';
import emoji from './emoji.module.css';
import styles from './text.module.css';

export type MessageContentProps = {
  readonly id?: string;
  readonly html: string;
  readonly settings: ContentSettings;
  readonly className?: string | undefined;
  /** Word behind the text, such as "Sending…". */
  readonly mark?: string | undefined;
  /** Action of the mark, which makes it a button. */
  readonly markAction?: string | undefined;
  /** Whether the reader closed the cards of linked pages. */
  readonly areCardsClosed?: boolean;
};

/** The text of a message. Its elements are built before they are inserted, so that their height is final. */
export function MessageContent({
  id,
  html,
  settings,
  className = styles['text'],
  mark,
  markAction,
  areCardsClosed = false,
}: MessageContentProps): ReactElement {
  const home = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (home.current === null) return;
    const { nodes, isBig } = buildContent(html, settings);
    if (mark !== undefined) appendMark(nodes, markOf(mark, markAction));
    home.current.classList.toggle(emoji['big'] ?? '', isBig);
    home.current.replaceChildren(nodes);
  }, [html, settings, mark, markAction]);
  // Without a list of dependencies, because new elements are open.
  useLayoutEffect(() => {
    if (home.current !== null && html.includes('message_embed')) showCards(home.current, areCardsClosed);
  });
  return <div id={id} ref={home} className={className} data-content />;
}

function markOf(text: string, action: string | undefined): Element {
  return action === undefined
    ? element('span', styles['mark'], {}, [text])
    : element('button', styles['edited'], { type: 'button', 'data-do': action }, [text]);
}
