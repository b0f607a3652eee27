import { useState, type ReactElement } from 'react';
import {
  changeSubscription,
  endSubscription,
  replaceSecret,
  type EventSubscription,
} from '../../../../data/actions/subscription-actions.ts';
import { Card } from '../../../../parts/cards.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { MenuButton } from '../../../../parts/menu.tsx';
import { ask } from '../../../../parts/question-store.ts';
import { attempt } from '../../../../screen/attempt.ts';
import { useChat } from '../../../../screen/chat-context.ts';
import { t } from '../../../../words/index.ts';
import { keep } from '../../../settings/use-save-setting.ts';
import { DeliveryList } from './delivery-list.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { shortAddress, subscriptionLine } from './subscription-words.ts';

export type SubscriptionCardProps = {
  readonly subscription: EventSubscription;
  readonly onChange: () => void;
  readonly onSecret: (secret: string) => void;
};

/** A subscription with its state, its deliveries and what can be done about it. */
export function SubscriptionCard(props: SubscriptionCardProps): ReactElement {
  const chat = useChat();
  const { subscription, onChange } = props;
  const { id, url, state } = subscription;
  const name = shortAddress(url);
  const [isOpen, setOpen] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const isPaused = state === 'paused';
  const setPaused = async (paused: boolean): Promise<void> => {
    const text = paused ? t('Paused: {name}', { name }) : t('Goes on: {name}', { name });
    await keep(text, changeSubscription(chat, id, { paused }), async () => {
      await changeSubscription(chat, id, { paused: !paused });
      onChange();
    });
    onChange();
  };
  const replace = async (): Promise<void> => {
    const request = replaceSecret(chat, id);
    if (await attempt(request)) props.onSecret(await request);
  };
  const end = async (): Promise<void> => {
    if (!(await askToEnd(name))) return;
    if (await keep(t('Deleted: {name}', { name }), endSubscription(chat, id))) onChange();
  };
  return (
    <Card
      sign={<Icon name={state === 'running' ? 'done' : isPaused ? 'pause' : 'alert'} />}
      name={name}
      about={subscriptionLine(subscription)}
      actions={
        <>
          <button type="button" className="btn" onClick={() => void setPaused(!isPaused)}>
            {isPaused ? t('Go on') : t('Pause')}
            <span className="sr">{name}</span>
          </button>
          <button type="button" className="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Deliveries')}
            <span className="sr">{name}</span>
          </button>
          <MenuButton
            label={t('Actions for {name}', { name })}
            groups={() => [
              {
                entries: [
                  { id: 'edit', label: t('Change'), icon: 'pencil', run: () => setEdited(true) },
                  { id: 'secret', label: t('New secret'), icon: 'key', run: () => void replace() },
                ],
              },
              {
                entries: [
                  { id: 'delete', label: t('Delete'), icon: 'trash', isDanger: true, run: () => void end() },
                ],
              },
            ]}
          >
            <Icon name="dots" />
          </MenuButton>
        </>
      }
    >
      {isOpen ? <DeliveryList subscriptionId={id} onReplay={onChange} /> : null}
      {isEdited ? (
        <SubscriptionDialog
          edited={subscription}
          onDone={() => {
            setEdited(false);
            onChange();
          }}
          onClose={() => setEdited(false)}
        />
      ) : null}
    </Card>
  );
}

function askToEnd(name: string): Promise<boolean> {
  return ask({
    title: t('Delete the event subscription?'),
    text: [
      t('{name} gets no further events, and its deliveries and secret are forgotten.', { name }),
      t('To stop for a while, pause it.'),
    ],
    yes: t('Delete'),
    no: t('Keep'),
    isDanger: true,
  });
}
