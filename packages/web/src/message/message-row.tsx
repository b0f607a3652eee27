import type { Message } from '@parley/client';
import { Suspense, useState, type ReactElement } from 'react';
import { useIsEdited } from '../compose/control.ts';
import { Icon } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { Picture } from '../parts/picture.tsx';
import { useCell } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { clockTime, dayName } from '../words/dates.ts';
import { t } from '../words/index.ts';
import { now } from '../data/clock.ts';
import type { ContentSettings } from '../content/settings.ts';
import { MessageBody } from './message-body.tsx';
import { Reactions } from './reactions.tsx';
import { SenderLine } from './sender-line.tsx';
import { Strip } from './strip.tsx';
import styles from './message-row.module.css';

const EditComposer = lazyPart(() =>
  import('../compose/edit-composer.tsx').then((module) => module.EditComposer),
);

export type MessageRowProps = {
  readonly id: number;
  readonly isFirst: boolean;
  readonly opensDay: boolean;
  /** Start of the ids of elements; the same message may stand in several lists. */
  readonly prefix: string;
  readonly settings: ContentSettings;
  /** Marks the words that a search found. */
  readonly showsMatches?: boolean;
  /** Shows the strip of actions. */
  readonly isHot: boolean;
};

export function MessageRow(props: MessageRowProps): ReactElement | null {
  const message = useCell(useChat().messages.cell(props.id));
  return message === undefined ? null : <Row {...props} message={message} />;
}

function Row({
  message,
  isFirst,
  opensDay,
  prefix,
  settings,
  showsMatches = false,
  isHot,
}: MessageRowProps & { readonly message: Message }): ReactElement {
  const isUnread = !message.flags.includes('read');
  const [wasUnread, setWasUnread] = useState(isUnread);
  if (isUnread && !wasUnread) setWasUnread(true);
  const isEdited = useIsEdited(message.id);
  const key = `${prefix}${message.id}`;
  const time = clockTime(message.timestamp, settings.hasTwelveHours);
  const classes = [
    styles['row'],
    isFirst ? styles['first'] : '',
    wasUnread ? styles['rail'] : '',
    isForReader(message) ? styles['for-reader'] : '',
    isHot ? styles['hot'] : '',
  ];
  return (
    <article
      data-id={message.id}
      data-unread={isUnread ? '' : undefined}
      tabIndex={-1}
      className={classes.filter(Boolean).join(' ')}
      aria-setsize={-1}
      aria-labelledby={`${key}-day ${key}-place ${key}-who ${key}-text ${key}-time`}
    >
      {isFirst ? (
        <Picture
          userId={message.sender_id}
          name={message.sender_full_name}
          url={message.avatar_url}
          opensCard
        />
      ) : (
        <time className={styles['clock']} id={`${key}-time`} data-tip-time={message.timestamp}>
          {time}
        </time>
      )}
      <div>
        {isFirst ? (
          <SenderLine message={message} settings={settings} elementId={key} />
        ) : (
          <span className="sr" id={`${key}-who`}>
            {message.sender_full_name}
          </span>
        )}
        {opensDay ? (
          <span className="sr" id={`${key}-day`}>
            {dayName(message.timestamp, now())}
          </span>
        ) : null}
        {isEdited ? (
          <Suspense>
            <EditComposer messageId={message.id} />
          </Suspense>
        ) : (
          <MessageBody
            message={message}
            settings={settings}
            textId={`${key}-text`}
            showsMatches={showsMatches}
          />
        )}
        <Reactions message={message} />
      </div>
      {message.flags.includes('starred') ? <Starred /> : null}
      {isHot && !isEdited ? <Strip message={message} /> : null}
    </article>
  );
}

function Starred(): ReactElement {
  return (
    <span className={styles['starred']} data-tip={t('Starred')}>
      <Icon name="star" isSmall />
      <span className="sr">{t('Starred')}</span>
    </span>
  );
}

function isForReader({ flags }: Message): boolean {
  return flags.some(
    (flag) =>
      flag === 'mentioned' || flag === 'stream_wildcard_mentioned' || flag === 'topic_wildcard_mentioned',
  );
}
