import { useState, type ReactElement, type ReactNode } from 'react';
import { setUserMuted } from '../../data/actions/own-actions.ts';
import { now } from '../../data/clock.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { channelName, topicName, userName } from '../../screen/titles.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import styles from './muted-page.module.css';
import { SnippetsBlock } from './snippets-block.tsx';
import { keep } from './use-save-setting.ts';

const MUTED_TOPIC = 1;

/** Topics and people that the user does not want to read, and texts that the user writes often. */
export function MutedPage(): ReactElement {
  return (
    <>
      <p className="help">{t('What you do not want to read, and what you write often')}</p>
      <SnippetsBlock />
      <MutedTopics />
      <MutedChannels />
      <MutedPeople />
    </>
  );
}

function MutedTopics(): ReactElement {
  const chat = useChat();
  const topics = useSelect(chat.state, (state) => state.user_topics) ?? [];
  const muted = topics.filter((one) => one.visibility_policy === MUTED_TOPIC);
  return (
    <MutedBlock id="topics" title={t('Muted topics')} empty={t('None. Mute a topic from its menu.')}>
      {muted.map(({ stream_id: id, topic_name: topic, last_updated: since }) => {
        const name = `${channelName(chat.state.get(), id)} › ${topicName(topic)}`;
        return (
          <MutedLine
            key={`${id} ${topic}`}
            sign={<ChannelIcon channelId={id} />}
            name={name}
            since={since}
            onUnmute={() =>
              void keep(
                t('{name} is no longer muted', { name }),
                chat.actions.setTopicVisibility(id, topic, 'inherit'),
                () => chat.actions.setTopicVisibility(id, topic, 'muted'),
              )
            }
          />
        );
      })}
    </MutedBlock>
  );
}

function MutedChannels(): ReactElement {
  const chat = useChat();
  const channels = useSelect(chat.state, (state) => state.subscriptions) ?? [];
  return (
    <MutedBlock id="channels" title={t('Muted channels')} empty={t('None. Mute a channel from its menu.')}>
      {channels
        .filter((channel) => channel.is_muted)
        .map(({ stream_id: id, name }) => (
          <MutedLine
            key={id}
            sign={<ChannelIcon channelId={id} />}
            name={name}
            help={t('Mentions still reach you')}
            onUnmute={() =>
              void keep(
                t('{name} is no longer muted', { name }),
                chat.actions.setChannelMuted(id, false),
                () => chat.actions.setChannelMuted(id, true),
              )
            }
          />
        ))}
    </MutedBlock>
  );
}

function MutedPeople(): ReactElement {
  const chat = useChat();
  const people = useSelect(chat.state, (state) => state.muted_users) ?? [];
  return (
    <MutedBlock
      id="people"
      title={t('Muted people')}
      empty={t('Nobody. Mute a person from their card: they are not told.')}
    >
      {people.map(({ id, timestamp }) => {
        const name = userName(chat.state.get(), id);
        return (
          <MutedLine
            key={id}
            sign={<UserPicture userId={id} size={24} />}
            name={name}
            since={timestamp}
            onUnmute={() =>
              void keep(t('{name} is no longer muted', { name }), setUserMuted(chat, id, false), () =>
                setUserMuted(chat, id, true),
              )
            }
          />
        );
      })}
    </MutedBlock>
  );
}

function MutedBlock(props: {
  readonly id: string;
  readonly title: string;
  /** Words for an empty list. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}): ReactElement {
  return (
    <section className="block" data-setting={props.id}>
      <h3>{props.title}</h3>
      {props.children.length === 0 ? (
        <p className="help">{props.empty}</p>
      ) : (
        <ul className={styles['muted']} aria-label={props.title}>
          {props.children}
        </ul>
      )}
    </section>
  );
}

function MutedLine(props: {
  readonly sign: ReactNode;
  readonly name: string;
  readonly help?: string;
  /** Unix seconds. */
  readonly since?: number;
  readonly onUnmute: () => void;
}): ReactElement {
  const [renderedAt] = useState(now);
  const { name, help, since } = props;
  return (
    <li className="line">
      <span className={styles['name']}>
        {props.sign}
        <span>
          <bdi>{name}</bdi>
          {help === undefined ? null : <span className="help">{help}</span>}
        </span>
      </span>
      {since === undefined ? null : <span className="quiet">{shortDay(since, renderedAt)}</span>}
      <button
        type="button"
        className="btn"
        aria-label={t('Unmute {name}', { name })}
        onClick={props.onUnmute}
      >
        {t('Unmute')}
      </button>
    </li>
  );
}
