import { useMemo, type ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { useCell, useWatched } from '../../parts/use-cell.ts';
import { dayName } from '../../words/dates.ts';
import { plural, t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { userName } from '../../screen/titles.ts';
import { topicFacts, type PanelLink } from './topic-facts.ts';
import { UserLine } from './user-line.tsx';
import row from './panel-row.module.css';

export type TopicPanelProps = { readonly channelId: number; readonly topic: string };

/** Users, files and links of a topic, as far as its messages are loaded. */
export function TopicPanel({ channelId, topic }: TopicPanelProps): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const window = useMemo(
    () => chat.openWindow({ kind: 'topic', channelId, topic }),
    [chat, channelId, topic],
  );
  const view = useCell(window.view);
  const { facts, first } = useMemo(() => {
    const messages = view.ids.flatMap((id) => chat.messages.get(id) ?? []);
    return { facts: topicFacts(messages), first: view.foundOldest ? messages[0] : undefined };
  }, [chat, view]);
  return (
    <>
      <section>
        <h3>{t('People')}</h3>
        {facts.userIds.map((id) => (
          <UserLine key={id} userId={id} meta={id === chat.selfId ? t('you') : undefined} />
        ))}
      </section>
      <Links title={t('Files')} links={facts.files} icon="file" />
      <Links title={t('Links')} links={facts.links} icon="link" />
      {first === undefined ? null : (
        <section>
          <h3>{t('Started')}</h3>
          <p>
            <bdi>{userName(state, first.sender_id)}</bdi>, {dayName(first.timestamp, now())}.{' '}
            {view.foundNewest ? plural(view.ids.length, { one: '# message.', other: '# messages.' }) : null}
          </p>
        </section>
      )}
    </>
  );
}

function Links(props: {
  readonly title: string;
  readonly links: readonly PanelLink[];
  readonly icon: IconName;
}): ReactElement | null {
  if (props.links.length === 0) return null;
  return (
    <section>
      <h3>{props.title}</h3>
      {props.links.map(({ href, label, isImage }) => (
        <div key={href} className={row['row']}>
          <Icon name={isImage ? 'image' : props.icon} isSmall />
          <a
            href={href.replace(/^\/#/, '#')}
            className="clip"
            {...(/^\/?#/.test(href) ? {} : { target: '_blank', rel: 'noreferrer' })}
          >
            <bdi>{label}</bdi>
          </a>
        </div>
      ))}
    </section>
  );
}
