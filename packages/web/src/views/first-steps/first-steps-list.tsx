import type { ReactElement } from 'react';
import { useCompose } from '../../compose/control.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { conversationName } from '../../screen/titles.ts';
import { t } from '../../words/index.ts';
import type { FirstStep } from './first-steps.ts';
import { useFirstSteps } from './use-first-steps.ts';
import styles from './first-steps.module.css';

/** The list of a new owner or member, on top of the inbox. It goes away when it is done, or for good with “Not now”. */
export function FirstStepsList(): ReactElement | null {
  const { chat } = useChatScreen();
  const { steps, dismiss, refresh } = useFirstSteps(chat);
  const name = useSelect(chat.state, (state) => state.full_name?.split(' ')[0] ?? '');
  const organization = useSelect(chat.state, (state) => state.realm_name ?? '');
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const first = steps.find(({ isDone }) => !isDone);
  return (
    <section className={styles['checklist']} aria-labelledby="first-steps">
      <div className={styles['head']}>
        <h2 id="first-steps">
          <bdi>{t('Welcome to {organization}, {name}', { organization, name })}</bdi>
        </h2>
        <div className={styles['progress']}>
          {steps.map(({ id }, index) => (
            <i key={id} aria-hidden="true" className={index < done ? 'past' : undefined} />
          ))}
          <span>{t('{done} of {all} done', { done, all: steps.length })}</span>
        </div>
      </div>
      <ul className={styles['steps']}>
        {steps.map((step) => (
          <Step key={step.id} step={step} isFirst={step === first} onChange={refresh} />
        ))}
      </ul>
      <div className={styles['foot']}>
        <span>{t('Only you see this list. It goes away when it is done.')}</span>
        <button type="button" className="btn plain" onClick={dismiss}>
          {t('Not now')}
        </button>
      </div>
    </section>
  );
}

type StepWords = {
  readonly name: string;
  readonly detail: string;
  readonly button?: string;
  readonly run?: () => void;
};

function Step(props: {
  readonly step: FirstStep;
  readonly isFirst: boolean;
  readonly onChange: () => void;
}): ReactElement {
  const { step, isFirst } = props;
  const { name, detail, button, run } = useStepWords(step.id, props.onChange);
  return (
    <li className={step.isDone ? `${styles['step']} ${styles['done']}` : styles['step']}>
      <span className={styles['ball']} aria-hidden="true">
        {step.isDone ? <Icon name="check" isSmall /> : null}
      </span>
      <div>
        <b>
          <bdi>{name}</bdi>
          {step.isDone ? <span className="sr"> {t('(done)')}</span> : null}
        </b>
        <bdi className={styles['detail']}>{detail}</bdi>
      </div>
      {button === undefined || run === undefined || step.isDone ? null : (
        <button type="button" className={isFirst ? 'btn primary' : 'btn'} onClick={run}>
          {button}
        </button>
      )}
    </li>
  );
}

function useStepWords(id: FirstStep['id'], onChange: () => void): StepWords {
  const { chat, go } = useChatScreen();
  const dispatcher = useDispatcher();
  const compose = useCompose();
  const organization = useSelect(chat.state, (state) => state.realm_name ?? '');
  const place = useCell(chat.conversations.recent).find(({ conversation }) => conversation.kind === 'topic');
  const where = useSelect(chat.state, (state) =>
    place === undefined ? undefined : conversationName(state, place.conversation),
  );
  const write = (): void => compose.setMode({ kind: 'new', start: { kind: 'topic', channelId: undefined } });
  switch (id) {
    case 'join':
      return { name: t('Join {organization}', { organization }), detail: t('You are here') };
    case 'picture':
      return {
        name: t('Put up your picture'),
        detail: t('People recognize you in a list'),
        button: t('Choose'),
        run: () => go({ view: 'settings', page: 'profile' }),
      };
    case 'invite':
      return {
        name: t('Invite people'),
        detail: t('With a link, which works without mail'),
        button: t('Invite'),
        run: () => void dispatcher.run('invite'),
      };
    case 'topic':
      return {
        name: t('Write the first topic'),
        detail: t('A topic is one matter in a channel, for example “night plan”'),
        button: t('Write'),
        run: write,
      };
    case 'hello':
      return {
        name: where === undefined ? t('Say hello') : t('Say hello in {where}', { where }),
        detail: t('The others see that you are here'),
        button: place === undefined ? t('Write') : t('Open'),
        run: place === undefined ? write : () => go({ view: 'messages', narrow: place.conversation }),
      };
    case 'notifications':
      return {
        name: t('Let this browser notify you'),
        detail: t('For direct messages and mentions only, unless you choose more'),
        button: t('Allow'),
        run: () => void Notification.requestPermission().then(onChange),
      };
  }
}
