import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { isSamePlace, type Place } from '../../data/address/place.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import link from './place-link.module.css';

export type PlaceLinkProps = {
  readonly to: Place;
  readonly isUnread?: boolean;
  readonly isMuted?: boolean;
  /** A topic below its channel. */
  readonly isTopic?: boolean;
  /** Whether the shown place belongs here although it is another one. */
  readonly isCurrent?: boolean;
  readonly title?: string | undefined;
  readonly onContextMenu?: (event: MouseEvent) => void;
  readonly children: ReactNode;
};

/** A row of the sidebar, in a list with one tab stop. */
export function PlaceLink(props: PlaceLinkProps): ReactElement {
  const { place, addressOf } = useChatScreen();
  const isShown = useSelect(place, (shown) => isSamePlace(shown, props.to));
  const isCurrent = props.isCurrent ?? isShown;
  const classes = [
    link['row'],
    props.isTopic === true ? link['topic'] : '',
    props.isUnread === true ? link['unread'] : '',
    props.isMuted === true ? link['muted'] : '',
    isCurrent ? link['current'] : '',
  ].filter(Boolean);
  return (
    <a
      className={classes.join(' ')}
      href={addressOf(props.to)}
      title={props.title}
      data-rove
      aria-current={isCurrent ? 'page' : undefined}
      onContextMenu={props.onContextMenu}
    >
      {props.children}
    </a>
  );
}
