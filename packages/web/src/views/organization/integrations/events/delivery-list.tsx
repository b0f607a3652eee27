import { useCallback, useState, type ReactElement } from 'react';
import {
  readDeliveries,
  replayFrom,
  type EventDelivery,
} from '../../../../data/actions/subscription-actions.ts';
import type { Chat } from '../../../../data/chat.ts';
import { Dialog } from '../../../../parts/dialog.tsx';
import { useChat } from '../../../../screen/chat-context.ts';
import { useLoaded } from '../../../../screen/use-loaded.ts';
import { clockTime, dateAndTime } from '../../../../words/dates.ts';
import { t } from '../../../../words/index.ts';
import { keep } from '../../../settings/use-save-setting.ts';
import styles from './events.module.css';
import { deliveryWhat, durationText } from './subscription-words.ts';
import table from '../../../../parts/table.module.css';
import { Waiting } from '../../../../parts/waiting.tsx';

/** Deliveries at first. */
const PORTION = 10;

export type DeliveryListProps = {
  readonly subscriptionId: number;
  readonly onReplay: () => void;
};

/** The last attempts to deliver events, each with request and response. */
export function DeliveryList({ subscriptionId: id, onReplay }: DeliveryListProps): ReactElement {
  const chat = useChat();
  const load = useCallback((of: Chat) => readDeliveries(of, id), [id]);
  const { value: deliveries, failure, reload } = useLoaded(load);
  const [max, setMax] = useState(PORTION);
  const [shown, setShown] = useState<EventDelivery>();
  const replay = async ({ event_id: eventId }: EventDelivery): Promise<void> => {
    setShown(undefined);
    const isDone = await keep(
      t('Events from number {id} on are sent again', { id: eventId }),
      replayFrom(chat, id, eventId),
    );
    if (!isDone) return;
    onReplay();
    reload();
  };
  if (failure !== undefined)
    return (
      <p className="help bad" role="alert">
        {failure}
      </p>
    );
  if (deliveries?.length === 0) return <p className="help">{t('Nothing was delivered yet.')}</p>;
  return (
    <div aria-busy={deliveries === undefined}>
      <table className={`${table['table']} ${styles['deliveries']}`} aria-label={t('Deliveries')}>
        <thead>
          <tr>
            <th scope="col" className={styles['when']}>
              {t('When')}
            </th>
            <th scope="col" className={styles['status']}>
              {t('Answer')}
            </th>
            <th scope="col" className={styles['time']}>
              {t('Time')}
            </th>
            <th scope="col">{t('What')}</th>
            <th scope="col" className={styles['show']}>
              <span className="sr">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(deliveries ?? []).slice(0, max).map((one, n) => (
            <tr key={`${one.event_id} ${one.timestamp} ${n}`}>
              <td className="quiet num">{clockTime(one.timestamp)}</td>
              <td>
                <span className={one.error === null ? styles['good'] : styles['bad']}>
                  {one.status ?? t('none')}
                </span>
              </td>
              <td className={`quiet num ${styles['time']}`}>{durationText(one.duration_ms)}</td>
              <td className={styles['what']}>{deliveryWhat(one)}</td>
              <td>
                <button
                  type="button"
                  className="btn"
                  aria-label={t('Show the delivery of event {id}', { id: one.event_id })}
                  onClick={() => setShown(one)}
                >
                  {t('Show')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {deliveries === undefined ? <Waiting kind="lines" /> : null}
      <p className={styles['foot']}>
        {(deliveries?.length ?? 0) > max ? (
          <button type="button" className="lk" onClick={() => setMax(Infinity)}>
            {t('All {count}', { count: deliveries?.length ?? 0 })}
          </button>
        ) : null}
        <button type="button" className="lk" onClick={reload}>
          {t('Look again')}
        </button>
      </p>
      {shown === undefined ? null : (
        <DeliveryDialog
          delivery={shown}
          onReplay={() => void replay(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}

type DeliveryDialogProps = {
  readonly delivery: EventDelivery;
  readonly onReplay: () => void;
  readonly onClose: () => void;
};

function DeliveryDialog({ delivery, onReplay, onClose }: DeliveryDialogProps): ReactElement {
  const { request, response, status, error } = delivery;
  const parts = [
    { name: t('Request'), text: request === '' ? t('Its message was deleted.') : request },
    {
      name: status === null ? t('No answer') : t('Answer: {status}', { status }),
      text: response ?? error ?? '',
    },
  ];
  return (
    <Dialog
      title={dateAndTime(delivery.timestamp)}
      size="large"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn" onClick={onReplay}>
            {t('Send again from here')}
          </button>
          <button type="button" className="btn primary" onClick={onClose}>
            {t('Done')}
          </button>
        </>
      }
    >
      {parts.map(({ name, text }) => (
        <section key={name}>
          <h3 className={styles['legend']}>{name}</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
          <pre className={styles['body']} tabIndex={0} aria-label={name}>
            {text}
          </pre>
        </section>
      ))}
      <p className="help">{t('All later events follow, with the same numbers as before.')}</p>
    </Dialog>
  );
}
