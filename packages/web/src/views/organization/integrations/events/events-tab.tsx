import { useEffect, useState, type ReactElement } from 'react';
import { type EventSubscription } from '../../../../data/actions/subscription-actions.ts';
import { after } from '../../../../data/clock.ts';
import { Cards } from '../../../../parts/cards.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import type { Loaded } from '../../../../screen/use-loaded.ts';
import { t } from '../../../../words/index.ts';
import styles from './events.module.css';
import { SecretDialog } from './secret-dialog.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { LoadedList } from '../../../../screen/loaded-list.tsx';

/** Time between looks at the states of the subscriptions. */
const LOOK_MS = 5_000;

/** Programs that hear of events: each address with its state and its last deliveries. */
export function EventsTab({ own }: { readonly own: Loaded<readonly EventSubscription[]> }): ReactElement {
  const { value: subscriptions, reload } = own;
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  // No event tells of the state of a subscription.
  useEffect(
    () => (subscriptions === undefined ? undefined : after(LOOK_MS, reload)),
    [subscriptions, reload],
  );
  return (
    <>
      <div className={styles['head']}>
        <p className="help">
          {t('Events of what you can read go to an address of yours, signed and in order.')}
        </p>
        <button type="button" className="btn primary" onClick={() => setMaking(true)}>
          <Icon name="plus" />
          {t('New')}
        </button>
      </div>
      <LoadedList
        loaded={own}
        empty={t('None yet. A program of yours can hear of messages as they are sent.')}
      >
        {(all) => (
          <Cards label={t('Event subscriptions')}>
            {all.map((one) => (
              <SubscriptionCard key={one.id} subscription={one} onChange={reload} onSecret={setSecret} />
            ))}
          </Cards>
        )}
      </LoadedList>
      {isMaking ? (
        <SubscriptionDialog
          edited={undefined}
          onDone={(made) => {
            setMaking(false);
            setSecret(made);
            reload();
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {secret === undefined ? null : <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
