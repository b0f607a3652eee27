import type { ReactElement } from 'react';
import { useCompose } from '../../compose/control.ts';
import type { Place } from '../../data/address/place.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen, usePlace } from '../../screen/chat-context.ts';
import styles from './phone-bar.module.css';

type Tab = { readonly icon: IconName; readonly label: string; readonly to: Place };

/** The bar at the bottom of a phone's screen; not shown inside a conversation. */
export function PhoneBar(): ReactElement | null {
  const { chat, addressOf } = useChatScreen();
  const place = usePlace();
  const total = useSelect(chat.unread, (unread) => unread.total);
  if (place.view === 'messages' || place.view === 'catch-up') return null;
  const current = tabOf(place);
  return (
    <>
      {WRITING_TABS.has(place.view) ? <NewMessageButton /> : null}
      <nav className={styles['bar']} aria-label={t('Main')}>
        {tabs().map(({ icon, label, to }) => (
          <a key={to.view} href={addressOf(to)} aria-current={to.view === current ? 'page' : undefined}>
            <Icon name={icon} />
            {label}
            {to.view === 'inbox' && total > 0 ? (
              <span className="n pill">
                <span className="sr">, </span>
                {total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}
                <span className="sr"> {t('unread')}</span>
              </span>
            ) : null}
          </a>
        ))}
      </nav>
    </>
  );
}

/** Lists of conversations, from which the thumb begins a new one. */
const WRITING_TABS: ReadonlySet<Place['view']> = new Set(['inbox', 'recent', 'channels']);

function NewMessageButton(): ReactElement | null {
  const compose = useCompose();
  const isWriting = useSelect(compose.mode, ({ kind }) => kind === 'new');
  if (isWriting) return null;
  return (
    <button
      type="button"
      className={styles['new-message']}
      data-floats
      aria-label={t('New message')}
      onClick={() => compose.setMode({ kind: 'new', start: { kind: 'direct', isAnywhere: true } })}
    >
      <Icon name="pencil" />
    </button>
  );
}

const MAX_SHOWN = 99;

function tabs(): readonly Tab[] {
  return [
    { icon: 'inbox', label: t('Inbox'), to: { view: 'inbox' } },
    { icon: 'clock', label: t('Recent'), to: { view: 'recent' } },
    { icon: 'hash', label: t('Channels'), to: { view: 'channels' } },
    { icon: 'person', label: t('You'), to: { view: 'you' } },
  ];
}

function tabOf(place: Place): Place['view'] {
  if (place.view === 'topics') return 'channels';
  return place.view === 'inbox' || place.view === 'recent' || place.view === 'channels' ? place.view : 'you';
}
