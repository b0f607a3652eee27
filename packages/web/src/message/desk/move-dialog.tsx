import { refuseMovingToChannel, refuseMovingToTopic, refuseWriting } from '@parley/client';
import { readAround } from '../../data/actions/message-actions.ts';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import type { TopicMove } from '../../data/chat.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useCell, useWatched } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { msg, plural, t } from '../../words/index.ts';
import type { MessageDialogProps } from './delete-dialog.tsx';
import { useAnswer } from './use-answer.ts';
import styles from './move-dialog.module.css';

/** Messages of the topic that are counted for the preview. */
const MAX_COUNTED_MESSAGES = 1_000;

const MODES: readonly (readonly [TopicMove['mode'], string])[] = [
  ['change_one', msg('Only this message')],
  ['change_later', msg('This message and later ones')],
  ['change_all', msg('The whole topic')],
];

/** Moves one message, the rest of a topic or all of it to another topic or channel. */
export function MoveDialog({ message, onClose }: MessageDialogProps): ReactElement | null {
  const chat = useChat();
  const form = useId();
  const state = useWatched(chat.state);
  const { subscriptions = [] } = state;
  const seconds = now() / 1000;
  const otherChannel = refuseMovingToChannel(state, message, seconds);
  const otherTopic = refuseMovingToTopic(state, message, seconds);
  const [channelId, setChannelId] = useState(message.channel?.id ?? 0);
  const [topic, setTopic] = useState(message.topic ?? '');
  const [mode, setMode] = useState<TopicMove['mode']>('change_later');
  const isSame = channelId === message.channel?.id && topic.trim() === message.topic;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSame) return;
    onClose();
    void chat.actions.moveTopic({ messageId: message.id, channelId, topic: topic.trim(), mode });
  };
  return (
    <Dialog
      title={t('Move messages')}
      size="small"
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Move')} isReady={!isSame} onClose={onClose} />}
    >
      <form id={form} className={styles['form']} onSubmit={submit}>
        <label>
          <span>{t('Channel')}</span>
          <select
            className="field"
            value={channelId}
            disabled={otherChannel !== undefined}
            onChange={(event) => setChannelId(Number(event.target.value))}
          >
            {subscriptions
              .filter(
                (channel) =>
                  channel.stream_id === message.channel?.id || refuseWriting(state, channel) === undefined,
              )
              .map(({ stream_id: id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        {otherChannel && <p className="quiet">{t(otherChannel.reason)}</p>}
        <TopicChoice
          channelId={channelId}
          topic={topic}
          isFixed={otherTopic !== undefined}
          onChange={setTopic}
        />
        {otherTopic && <p className="quiet">{t(otherTopic.reason)}</p>}
        <fieldset>
          <legend>{t('What moves')}</legend>
          {MODES.map(([value, label]) => (
            <label key={value} className={styles['choice']}>
              <input type="radio" name="mode" checked={mode === value} onChange={() => setMode(value)} />
              {t(label)}
            </label>
          ))}
        </fieldset>
        <MoveCount message={message} mode={mode} />
      </form>
    </Dialog>
  );
}

type TopicChoiceProps = {
  readonly channelId: number;
  readonly topic: string;
  readonly isFixed: boolean;
  readonly onChange: (topic: string) => void;
};

function TopicChoice({ channelId, topic, isFixed, onChange }: TopicChoiceProps): ReactElement {
  const chat = useChat();
  const list = useId();
  const topics = useCell(chat.topicsOf(channelId));
  return (
    <>
      <label>
        <span>{t('Topic')}</span>
        <input
          className="field"
          list={list}
          value={topic}
          disabled={isFixed}
          maxLength={chat.state.get().max_topic_length}
          placeholder={t('general chat')}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <datalist id={list}>
        {topics?.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Tells how many messages will move. */
function MoveCount({
  message,
  mode,
}: Pick<MessageDialogProps, 'message'> & { readonly mode: TopicMove['mode'] }): ReactElement {
  const chat = useChat();
  const answer = useAnswer(() => readAround(chat, message, MAX_COUNTED_MESSAGES));
  if (mode === 'change_one') return <p className="quiet">{t('1 message moves.')}</p>;
  if (answer.value === undefined) return <p className="quiet">{answer.error ?? t('Counting…')}</p>;
  const { messages, found_newest: foundNewest, found_oldest: foundOldest } = answer.value;
  const count =
    mode === 'change_all' ? messages.length : messages.filter(({ id }) => id >= message.id).length;
  const isAll = foundNewest && (foundOldest || mode === 'change_later');
  return (
    <p className="quiet">
      {isAll
        ? plural(count, { one: '# message moves.', other: '# messages move.' })
        : t('More than {count} messages move.', { count })}
    </p>
  );
}
