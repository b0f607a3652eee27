import { refuseMovingToChannel, refuseWriting } from '@parley/client';
import { useId, useMemo, useState, type ReactElement } from 'react';
import { moveWholeTopic } from '../../data/actions/topic-actions.ts';
import { now } from '../../data/clock.ts';
import { visibleChannels } from '../../data/derived/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { endTopicTask, type TopicTask } from '../../screen/topic-task-store.ts';
import { channelName, topicName } from '../../screen/titles.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import { SightPreview } from './sight-preview.tsx';
import styles from './topic-form.module.css';
import { messageWords, useTopic } from './use-topic.ts';

/** Moves a whole topic to another channel, after a preview of who loses sight of it. */
export function MoveTopicDialog({ task }: { readonly task: TopicTask }): ReactElement {
  const chat = useChat();
  const form = useId();
  const { channelId, topic } = task;
  const [target, setTarget] = useState('');
  const [name, setName] = useState(topic);
  const [tellsOld, setTellsOld] = useState(true);
  const [tellsNew, setTellsNew] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isPreviewed, setPreviewed] = useState<string>();
  const { content, error } = useTopic(channelId, topic);
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const targets = useMemo(() => {
    const state = chat.state.get();
    const isOther = ({ stream_id: id }: { readonly stream_id: number }): boolean => id !== channelId;
    return subscriptions === undefined
      ? []
      : visibleChannels(state)
          .filter((channel) => isOther(channel) && refuseWriting(state, channel) === undefined)
          .toSorted((a, b) => a.name.localeCompare(b.name));
  }, [chat, subscriptions, channelId]);
  const newest = content?.messages.at(-1);
  const oldest = content?.messages[0];
  const forbidden = useSelect(chat.state, (state) =>
    oldest === undefined ? undefined : refuseMovingToChannel(state, oldest, now() / 1000)?.reason,
  );
  const source = useSelect(chat.state, (state) => channelName(state, channelId));
  const targetName = targets.find(({ stream_id: id }) => String(id) === target)?.name ?? '';
  const isReady =
    target !== '' && newest !== undefined && forbidden === undefined && isPreviewed === target && !isBusy;
  const move = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    try {
      await moveWholeTopic(chat, {
        messageId: newest.id,
        channelId: Number(target),
        topic: name.trim(),
        tellsOld,
        tellsNew,
      });
      endTopicTask();
    } catch (failure) {
      setRefusal(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('Move {topic}', { topic: topicName(topic) })}
      onClose={endTopicTask}
      foot={
        <FormFoot
          form={form}
          label={
            content === undefined ? t('Move') : t('Move {messages}', { messages: messageWords(content) })
          }
          isReady={isReady}
          onClose={endTopicTask}
        />
      }
    >
      <form
        id={form}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
      >
        <SelectField
          label={t('To channel')}
          value={target}
          isDisabled={forbidden !== undefined}
          options={[
            { value: '', name: t('Choose a channel') },
            ...targets.map((channel) => ({ value: String(channel.stream_id), name: channel.name })),
          ]}
          onChange={setTarget}
        />
        {forbidden === undefined ? null : <WhoMay>{t(forbidden)}</WhoMay>}
        <Field
          label={t('Topic')}
          value={name}
          maxLength={chat.state.get().max_topic_length}
          error={refusal ?? error}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
        {target === '' || content === undefined ? null : (
          <SightPreview
            key={target}
            fromId={channelId}
            toId={Number(target)}
            messages={content.messages}
            onKnown={() => setPreviewed(target)}
          />
        )}
        {target === '' ? null : (
          <>
            <label className="check">
              <input
                type="checkbox"
                checked={tellsOld}
                onChange={(event) => setTellsOld(event.currentTarget.checked)}
              />
              <span>{t('Leave a note in {channel} that it moved', { channel: source })}</span>
            </label>
            <label className="check">
              <input
                type="checkbox"
                checked={tellsNew}
                onChange={(event) => setTellsNew(event.currentTarget.checked)}
              />
              <span>{t('Say so in {channel}', { channel: targetName })}</span>
            </label>
          </>
        )}
      </form>
    </Dialog>
  );
}
