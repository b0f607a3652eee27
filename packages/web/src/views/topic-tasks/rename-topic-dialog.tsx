import { refuseMovingToTopic } from '@parley/client';
import { useId, useState, type ReactElement } from 'react';
import { moveWholeTopic } from '../../data/actions/topic-actions.ts';
import { now } from '../../data/clock.ts';
import { RESOLVED_PREFIX } from '../../data/narrow/judge.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { endTopicTask, type TopicTask } from '../../screen/topic-task-store.ts';
import { channelName, isResolved } from '../../screen/titles.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import styles from './topic-form.module.css';
import { messageWords, useTopic } from './use-topic.ts';

/** Renames a topic. A name that another topic has joins both, after a preview. */
export function RenameTopicDialog({ task }: { readonly task: TopicTask }): ReactElement {
  const chat = useChat();
  const form = useId();
  const { channelId, topic } = task;
  const prefix = isResolved(topic) ? RESOLVED_PREFIX : '';
  const oldName = topic.slice(prefix.length);
  const [name, setName] = useState(oldName);
  const [tells, setTells] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { content, error } = useTopic(channelId, topic);
  const topics = useCell(chat.topicsOf(channelId));
  const maxLength = chat.state.get().max_topic_length ?? 60;
  const wanted = name.trim();
  const twin = topics?.find(
    (one) => one.name.toLowerCase() === `${prefix}${wanted}`.toLowerCase() && one.name !== topic,
  );
  const joins = twin !== undefined && wanted.toLowerCase() !== oldName.toLowerCase();
  const other = useTopic(channelId, joins ? twin.name : undefined).content;
  const newest = content?.messages.at(-1);
  const oldest = content?.messages[0];
  const forbidden = useSelect(chat.state, (state) =>
    oldest === undefined ? undefined : refuseMovingToTopic(state, oldest, now() / 1000)?.reason,
  );
  const channel = useSelect(chat.state, (state) => channelName(state, channelId));
  const isReady =
    wanted !== oldName &&
    newest !== undefined &&
    forbidden === undefined &&
    !isBusy &&
    (!joins || other !== undefined);
  const rename = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    try {
      await moveWholeTopic(chat, {
        messageId: newest.id,
        topic: `${prefix}${wanted}`,
        tellsOld: false,
        tellsNew: tells,
      });
      endTopicTask();
    } catch (failure) {
      setRefusal(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('Rename topic')}
      onClose={endTopicTask}
      foot={
        <FormFoot
          form={form}
          label={joins ? t('Join both topics') : t('Rename')}
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
          void rename();
        }}
      >
        <Field
          label={t('Name')}
          value={name}
          maxLength={maxLength - prefix.length}
          // The dialog was asked for to change the name.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          error={refusal ?? error}
          help={t('{count} of {max} characters. Links to the old name keep working.', {
            count: name.length,
            max: maxLength,
          })}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
        {joins && other !== undefined && content !== undefined ? (
          <p>
            <b>{t('{channel} › {topic} exists.', { channel, topic: twin.name })}</b>{' '}
            {t(
              'Both become one topic: {first} and {second}, ordered by time. This cannot be undone as one step.',
              {
                first: messageWords(content),
                second: messageWords(other),
              },
            )}
          </p>
        ) : null}
        <label className="check">
          <input
            type="checkbox"
            checked={tells}
            onChange={(event) => setTells(event.currentTarget.checked)}
          />
          <span>{t('Say so in the topic')}</span>
        </label>
        {forbidden === undefined ? null : <WhoMay>{t(forbidden)}</WhoMay>}
      </form>
    </Dialog>
  );
}
