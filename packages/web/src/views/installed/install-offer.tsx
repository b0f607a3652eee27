import { useEffect, useState, type ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import { Icon } from '../../parts/icon.tsx';
import { installPrompt } from '../../parts/install-prompt.ts';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { useChat, usePlace } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import styles from './install-offer.module.css';
import { countVisit, isOffered, readOfferState, storeOfferState } from './visits.ts';

/** Offers to install the client from the third visit on, until the user has answered once. */
export function InstallOffer(): ReactElement | null {
  const chat = useChat();
  const place = usePlace();
  const name = useSelect(chat.state, (state) => state.realm_name ?? 'Parley');
  const prompt = useCell(installPrompt);
  const [state, setState] = useState(() => countVisit(readOfferState(), now()));
  useEffect(() => storeOfferState(state), [state]);
  const answer = (): void => setState({ ...state, isAnswered: true });
  const isByHand = prompt === undefined && isOpenInBrowserOfIos();
  // A conversation is read and answered undisturbed.
  if (!isOffered(state) || place.view === 'messages' || (prompt === undefined && !isByHand)) return null;
  return (
    <section className={styles['offer']} aria-label={t('Install {name}', { name })}>
      <img className={styles['icon']} src="/icon-192.png" alt="" />
      <div className={styles['words']}>
        <b>{t('Install {name}', { name })}</b>
        {isByHand ? (
          <span>
            {t('Tap')} <Icon name="share" isSmall /> {t('below, then “Add to Home Screen”.')}{' '}
            {t('Only then can messages notify you.')}
          </span>
        ) : (
          <span>{t('Opens from your home screen, works offline and tells you of messages.')}</span>
        )}
      </div>
      <div className={styles['buttons']}>
        <button type="button" className="btn" onClick={answer}>
          {isByHand ? t('Got it') : t('Not now')}
        </button>
        {prompt === undefined ? null : (
          <button
            type="button"
            className="btn primary"
            onClick={() => {
              answer();
              void prompt.prompt();
            }}
          >
            {t('Install')}
          </button>
        )}
      </div>
    </section>
  );
}

/** Safari of iOS never asks by itself, and tells whether the page was opened from the home screen. */
function isOpenInBrowserOfIos(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false;
}
