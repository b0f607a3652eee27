import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { appendMark, buildContent } from './build-content.ts';
import { element } from './elements.ts';
import type { ContentSettings } from './settings.ts';

export type MessageContentProps = {
  readonly id?: string;
  readonly html: string;
  readonly settings: ContentSettings;
  readonly className?: string;
  /** Word behind the text, such as "Sending…". */
  readonly mark?: string | undefined;
  /** Action of the mark, which makes it a button. */
  readonly markAction?: string | undefined;
};

/** The text of a message. Its elements are built before they are inserted, so that their height is final. */
export function MessageContent({
  id,
  html,
  settings,
  className = 'txt',
  mark,
  markAction,
}: MessageContentProps): ReactElement {
  const home = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (home.current === null) return;
    const { nodes, isBig } = buildContent(html, settings);
    if (mark !== undefined) appendMark(nodes, markOf(mark, markAction));
    home.current.classList.toggle('big', isBig);
    home.current.replaceChildren(nodes);
  }, [html, settings, mark, markAction]);
  return <div id={id} ref={home} className={className} />;
}

function markOf(text: string, action: string | undefined): Element {
  return action === undefined
    ? element('span', 'mk', {}, [text])
    : element('button', 'edited', { type: 'button', 'data-do': action }, [text]);
}
