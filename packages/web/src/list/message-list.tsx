import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { ListKeyContext } from '../compose/control.ts';
import type { MessageWindow, WindowView } from '../data/chat.ts';
import { isConversation, narrowKey } from '../data/narrow/narrow.ts';
import { useContentSettings } from '../content/use-content-settings.ts';
import { useCell } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { watchAbsence } from './absence.ts';
import { Announcer } from './announcer.tsx';
import { createListController, type ListController } from './controller.ts';
import { createHotRow } from './hot-row.ts';
import { JumpToEnd } from './jump-to-end.tsx';
import { FirstPage } from './first-page.tsx';
import { ListEdge } from './list-edge.tsx';
import { ListRow } from './list-row.tsx';
import { listItems } from './items.ts';
import { createRoving, type Roving } from './roving.ts';
import { rangeOf } from './row-span.ts';
import { useListCommands } from './use-list-commands.ts';
import { TypingLine } from './typing-line.tsx';
import { UnreadAbove } from './unread-above.tsx';
import { useDesk } from './use-desk.tsx';
import { useSeen } from './use-seen.ts';
import { useShownCell } from './use-shown-cell.ts';
import styles from './message-list.module.css';

export type MessageListProps = {
  /** Stays the same for the life of the component. */
  readonly window: MessageWindow;
  /** Name of the conversation. */
  readonly label: string;
  /** A hidden list keeps its rows and its place. */
  readonly isShown?: boolean;
  /** Messages become read when they have been seen. */
  readonly marksRead?: boolean;
  /** Stands behind the last row, such as the link to the next unread conversation. */
  readonly end?: ReactNode;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
};

export function MessageList({
  window,
  label,
  isShown = true,
  marksRead = true,
  end,
  empty,
}: MessageListProps): ReactElement {
  const chat = useChat();
  const prefix = useId();
  const [controller] = useState(() => createListController(window));
  const [hot] = useState(createHotRow);
  const view = useShownCell(window.view, isShown);
  const settings = useContentSettings();
  const { scroller, feed, roving } = useListElements(controller, view, isShown);
  const span = useCell(controller.span);
  const range = span === undefined ? NO_RANGE : rangeOf(view.ids, span);
  const items = useMemo(
    () =>
      listItems({
        ids: view.ids,
        from: Math.max(range.from, firstKnown(view)),
        to: range.to,
        messageOf: chat.messages.get,
        pending: view.foundNewest && range.to === view.ids.length ? view.pending : [],
        firstUnreadId: view.firstUnreadId,
        gaps: view.gaps,
        isMixed: !isConversation(window.narrow),
        selfId: chat.selfId,
      }),
    [view, range.from, range.to, chat, window],
  );
  // The same elements let React skip the rows of hidden lists.
  const rows = useMemo(
    () =>
      items.map((item) => (
        <ListRow key={item.key} item={item} prefix={prefix} settings={settings} hot={hot.id} />
      )),
    [items, prefix, settings, hot],
  );
  const desk = useDesk(window.narrow, hot);
  useListCommands({ controller, roving, scroller, desk, isShown });
  useSeen(window, controller, scroller, feed, isShown && marksRead);
  useEffect(watchAbsence, []);
  // A feed without articles is none, unless they are on their way.
  const hasFeed = items.length > 0 || view.loading !== 'none';
  const isEmpty =
    items.length === 0 && view.foundNewest && view.loading === 'none' && view.error === undefined;
  return (
    <ListKeyContext value={narrowKey(window.narrow)}>
      <div className={styles['frame']} data-list data-hidden={isShown ? undefined : ''}>
        <div className={styles['list']} data-scroller ref={scroller}>
          <ListEdge view={view} side="start" isVisible={range.from === 0} onRetry={window.loadOlder} />
          <div
            className="wrap"
            {...(hasFeed ? { role: 'feed', 'aria-label': label } : {})}
            aria-busy={view.loading !== 'none'}
            ref={feed}
            {...hot.handlers}
            {...desk.handlers}
          >
            {rows}
          </div>
          {isEmpty ? empty : null}
          {!isEmpty && view.ids.length === 0 && items.length === 0 ? (
            <FirstPage window={window} view={view} label={label} empty={empty} />
          ) : null}
          <ListEdge
            view={view}
            side="end"
            isVisible={range.to === view.ids.length}
            onRetry={window.loadNewer}
          />
          {end === undefined ? null : <div className={`wrap ${styles['end']}`}>{end}</div>}
        </div>
        <UnreadAbove window={window} controller={controller} scroller={scroller} feed={feed} />
        <JumpToEnd controller={controller} window={window} />
        <TypingLine narrow={window.narrow} />
        {isShown ? <Announcer window={window} controller={controller} /> : null}
        {desk.element}
      </div>
    </ListKeyContext>
  );
}

/** Connects the controller with the elements; runs it in the task that wrote them. */
function useListElements(
  controller: ListController,
  view: WindowView,
  isShown: boolean,
): {
  readonly scroller: React.RefObject<HTMLDivElement | null>;
  readonly feed: React.RefObject<HTMLDivElement | null>;
  readonly roving: React.RefObject<Roving | undefined>;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const feed = useRef<HTMLDivElement>(null);
  const roving = useRef<Roving | undefined>(undefined);
  useLayoutEffect(() => {
    if (scroller.current === null || feed.current === null) return;
    roving.current = createRoving(scroller.current, feed.current);
    return controller.attach(scroller.current, feed.current);
  }, [controller]);
  useLayoutEffect(() => {
    controller.setShown(isShown);
  }, [controller, isShown]);
  useLayoutEffect(() => {
    controller.committed();
  });
  useEffect(() => {
    const span = controller.span.get();
    if (isShown && span !== undefined) roving.current?.update(rangeOf(view.ids, span).from + 1);
  });
  return { scroller, feed, roving };
}

/** The oldest message waits for the one before it, which decides about its day line and name. */
function firstKnown({ ids, foundOldest }: WindowView): number {
  return foundOldest || ids.length < 2 ? 0 : 1;
}

const NO_RANGE = { from: 0, to: 0 };
