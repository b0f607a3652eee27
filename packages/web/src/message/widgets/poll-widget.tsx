import type { Message } from '@parley/client';
import type { CSSProperties, ReactElement } from 'react';
import { userById } from '../../data/derived/users.ts';
import { Icon } from '../../parts/icon.tsx';
import { Picture } from '../../parts/picture.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import { AddLine } from './add-line.tsx';
import { pollOf, type PollOption } from './poll-state.ts';
import pictures from '../../parts/picture.module.css';
import styles from './widget.module.css';

/** Pictures of voters beside an option. */
const MAX_SHOWN_VOTERS = 3;

export function PollWidget({ message }: { readonly message: Message }): ReactElement {
  const chat = useChat();
  const poll = pollOf(message, chat.selfId);
  const votes = poll.options.reduce((sum, { voterIds }) => sum + voterIds.length, 0);
  const hasVoted = poll.options.some(({ voterIds }) => voterIds.includes(chat.selfId));
  return (
    <div
      className={styles['widget']}
      role="group"
      aria-label={t('Poll: {question}', { question: poll.question })}
    >
      <div className={styles['question']}>
        <Icon name="poll" />
        <bdi>{poll.question === '' ? t('Poll') : poll.question}</bdi>
      </div>
      {poll.options.map((option) => (
        <Option key={option.key} messageId={message.id} option={option} votes={votes} />
      ))}
      <div className={styles['foot']}>
        <span>
          {plural(votes, { one: '# vote.', other: '# votes.' })}{' '}
          {hasVoted ? t('You can change yours.') : null}
        </span>
        <AddLine
          label={t('Add an option')}
          onAdd={(text) =>
            void chat.actions.vote(message.id, { type: 'new_option', idx: poll.nextIndex, option: text })
          }
        />
      </div>
    </div>
  );
}

type OptionProps = { readonly messageId: number; readonly option: PollOption; readonly votes: number };

function Option({ messageId, option, votes }: OptionProps): ReactElement {
  const chat = useChat();
  const users = useSelect(chat.state, userById);
  const isOwn = option.voterIds.includes(chat.selfId);
  const names = option.voterIds.map((id) => users.get(id)?.full_name ?? t('Unknown user')).join(', ');
  const share = votes === 0 ? 0 : Math.round((option.voterIds.length / votes) * 100);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <button
      type="button"
      className={styles['option']}
      role="checkbox"
      aria-checked={isOwn}
      data-tip={names === '' ? undefined : names}
      style={{ '--w': `${share}%` } as CSSProperties}
      onClick={() =>
        void chat.actions.vote(messageId, { type: 'vote', key: option.key, vote: isOwn ? -1 : 1 })
      }
    >
      <span className={styles['box']}>{isOwn ? <Icon name="check" isSmall /> : null}</span>
      <bdi className="clip">{option.text}</bdi>
      <span className={pictures['stack']} aria-hidden="true">
        {option.voterIds.slice(0, MAX_SHOWN_VOTERS).map((id) => (
          <Picture
            key={id}
            userId={id}
            name={users.get(id)?.full_name ?? ''}
            url={users.get(id)?.avatar_url}
            size={20}
          />
        ))}
      </span>
      <span className={`num ${styles['votes']}`}>
        <span className="sr">{names === '' ? '' : `${names}, `}</span>
        {option.voterIds.length}
      </span>
    </button>
  );
}
