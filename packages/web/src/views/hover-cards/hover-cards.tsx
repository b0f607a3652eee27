import { useEffect, useState, type CSSProperties, type ReactElement } from 'react';
import { useChat } from '../../screen/chat-context.ts';
import type { CardFrame } from './card-frame.ts';
import { ChannelCard } from './channel-card.tsx';
import { MessageCard, TopicCard } from './message-card.tsx';
import { targetOf, type CardTarget } from './target-of.ts';
import { UserCardBody } from '../profile/user-card-body.tsx';
import { watchLinks } from './watch-links.ts';
import styles from './hover-cards.module.css';

/** Space that a card needs below its link. */
const CARD_ROOM_PX = 220;

type Shown = { readonly target: CardTarget; readonly frame: CardFrame };

/** Tells what a link in a message leads to, while the pointer or the focus is on it; one per page. */
export function HoverCards(): ReactElement | null {
  const { state } = useChat();
  const [shown, setShown] = useState<Shown>();
  useEffect(
    () =>
      watchLinks((link) => {
        const target = link === undefined ? undefined : targetOf(link, state.get());
        setShown(link === undefined || target === undefined ? undefined : { target, frame: frameAt(link) });
      }),
    [state],
  );
  if (shown === undefined) return null;
  return <Card key={JSON.stringify(shown.target)} {...shown} />;
}

function frameAt(link: Element): CardFrame {
  const box = link.getBoundingClientRect();
  const isAbove = box.bottom + CARD_ROOM_PX > globalThis.innerHeight;
  const style = { '--x': `${box.left}px`, '--y': `${isAbove ? box.top : box.bottom}px` } as CSSProperties;
  const className = isAbove ? `${styles['card']} ${styles['above']}` : styles['card'];
  return (facts) => (
    <div role="tooltip" className={className} style={style}>
      {facts}
    </div>
  );
}

function Card({ target, frame }: Shown): ReactElement {
  switch (target.kind) {
    case 'message':
      return <MessageCard messageId={target.messageId} frame={frame} />;
    case 'topic':
      return <TopicCard channelId={target.channelId} topic={target.topic} frame={frame} />;
    case 'channel':
      return <ChannelCard channelId={target.channelId} frame={frame} />;
    case 'user':
      return frame(<UserCardBody userId={target.userId} />);
  }
}
