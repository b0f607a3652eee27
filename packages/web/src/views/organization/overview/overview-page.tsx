import type { ReactElement } from 'react';
import { readUploads } from '../../../data/actions/personal-actions.ts';
import { channelTotals, peopleTotals } from './totals.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { useChat, useChatScreen } from '../../../screen/chat-context.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { listOf, plural, t } from '../../../words/index.ts';
import { sizeText } from '../../../words/sizes.ts';
import { readConcerns } from './concerns.ts';
import styles from './overview.module.css';
import { LoadedList } from '../../../screen/loaded-list.tsx';

const MIB = 1024 * 1024;

/** The organization in figures, and things that need a look. */
export function OverviewPage(): ReactElement {
  const chat = useChat();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const owners = useSelect(chat.state, (state) =>
    listOf((state.realm_users ?? []).filter((user) => user.is_owner).map((user) => user.full_name)),
  );
  const version = useSelect(chat.state, (state) => state.zulip_version ?? '');
  return (
    <>
      <p className={styles['name']} data-setting="overview">
        <bdi>{name}</bdi>
      </p>
      <p className="help">{t('Owned by {owners}. Parley {version}', { owners, version })}</p>
      <Figures />
      <Concerns />
    </>
  );
}

function Figures(): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const { value: uploads } = useLoaded(readUploads);
  const quota = state.realm_upload_quota_mib ?? null;
  const used = uploads?.organizationBytes;
  const people = peopleTotals(state);
  const channels = channelTotals(state);
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('people')}</dt>
        <dd>{people.active}</dd>
        <dd className="help">
          {plural(people.guests, { one: '# of them is a guest', other: '# of them guests' })}
        </dd>
      </div>
      <div>
        <dt>{t('channels that you can see')}</dt>
        <dd>{channels.inUse}</dd>
        <dd className="help">{t('{count} private', { count: channels.hidden })}</dd>
      </div>
      <div>
        <dt>{t('files')}</dt>
        <dd>{used === undefined ? '…' : sizeText(used)}</dd>
        <dd className="help">
          {quota === null ? t('without a limit') : t('of {quota}', { quota: sizeText(quota * MIB) })}
        </dd>
      </div>
    </dl>
  );
}

function Concerns(): ReactElement {
  const { addressOf } = useChatScreen();
  const loaded = useLoaded(readConcerns);
  return (
    <section className="block">
      <h3>{t('Needs a look')}</h3>
      <LoadedList loaded={loaded} empty={t('Nothing. All is well.')}>
        {(concerns) => (
          <ul aria-label={t('Needs a look')}>
            {concerns.map(({ id, icon, text, page, action }) => (
              <li key={id} className="line">
                <span className={styles['concern']}>
                  <Icon name={icon} />
                  <span>{text}</span>
                </span>
                <a className="btn" href={addressOf({ view: 'organization', page })}>
                  {action}
                </a>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </section>
  );
}
