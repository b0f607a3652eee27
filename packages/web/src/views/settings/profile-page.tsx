import { refuseRenaming } from '@parley/client';
import { Suspense, useMemo, useState, type ReactElement } from 'react';
import { setOwnName } from '../../data/actions/account-actions.ts';
import { now } from '../../data/clock.ts';
import { Icon } from '../../parts/icon.tsx';
import { showKept } from '../../parts/kept-store.ts';
import { lazyPart } from '../../parts/lazy-part.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { clockTime } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { UserCardBody } from '../profile/user-card-body.tsx';
import { StatusText, useStatus } from '../you/status-text.tsx';
import { OwnPicture } from './own-picture.tsx';
import { ProfileFields } from './profile-fields.tsx';
import styles from './profile-page.module.css';
import { SettingLine } from './setting-groups.tsx';
import { addressEntry } from './setting-tables.ts';
import { TextLine } from './text-line.tsx';
import { useSaveSetting } from './use-save-setting.ts';

const StatusDialog = lazyPart(() => import('../you/status-dialog.tsx').then((module) => module.StatusDialog));

/** The page of what others see of the user. */
export function ProfilePage(): ReactElement {
  return (
    <>
      <p className="help">{t('What others see of you. Changes are saved at once.')}</p>
      <OwnPicture />
      <section className="block">
        <h3>{t('You')}</h3>
        <NameLine />
        <StatusLine />
        <TimeZoneLine />
        <SettingLine entry={addressEntry()} />
      </section>
      <ProfileFields />
    </>
  );
}

/** The card of the user, as others get it. */
export function ProfilePreview(): ReactElement {
  const { selfId } = useChat();
  return (
    <>
      <h3>{t('How others see you')}</h3>
      <div className={styles['preview']}>
        <UserCardBody userId={selfId} />
      </div>
    </>
  );
}

function NameLine(): ReactElement {
  const chat = useChat();
  const name = useSelect(chat.state, (state) => state.full_name ?? '');
  const isRefused = useSelect(chat.state, (state) => refuseRenaming(state) !== undefined);
  return (
    <TextLine
      id="name"
      label={t('Name')}
      value={name}
      whoMay={isRefused ? t('Administrators change the names of this organization') : undefined}
      onSave={async (next) => {
        await setOwnName(chat, next);
        showKept({
          text: t('Name: {name}', { name: next }),
          undo: () => void attempt(setOwnName(chat, name)),
        });
      }}
    />
  );
}

function StatusLine(): ReactElement {
  const { selfId } = useChat();
  const status = useStatus(selfId);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="line" data-setting="status">
      <span>{t('Status')}</span>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {status === undefined ? t('Set a status') : <StatusText status={status} />}
        <Icon name="pencil" isSmall />
      </button>
      <Suspense fallback={null}>{isOpen ? <StatusDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  );
}

function TimeZoneLine(): ReactElement {
  const chat = useChat();
  const save = useSaveSetting();
  const zone = useSelect(chat.state, (state) => state.user_settings?.timezone ?? '');
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = useMemo(
    () => [...new Set([here, zone, ...Intl.supportedValuesOf('timeZone')])],
    [here, zone],
  );
  const label = t('Time zone');
  return (
    <label className="line" data-setting="timezone">
      <span>
        {label}
        <span className="help">
          {zone === here
            ? t('As in this browser. Others see your local time')
            : t('Others see your local time')}
        </span>
      </span>
      <span className="field">
        <select
          aria-label={label}
          value={zone}
          onChange={(event) =>
            void save('timezone', event.currentTarget.value, (next) => `${label}: ${String(next)}`)
          }
        >
          {zones.map((one) => (
            <option key={one} value={one}>
              {one === ''
                ? t('Not told')
                : one === zone
                  ? `${one}, ${clockTime(now() / 1000, undefined, one)}`
                  : one}
            </option>
          ))}
        </select>
        <Icon name="down" isSmall />
      </span>
    </label>
  );
}
