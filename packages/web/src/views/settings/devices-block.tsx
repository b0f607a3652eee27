import type { ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import type { OwnSession } from '../../data/session/session.ts';
import { showKept } from '../../parts/kept-store.ts';
import { shortDay } from '../../words/dates.ts';
import { plural, t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { AccountLine } from './account-line.tsx';
import type { OwnSessions } from './use-own-sessions.ts';

/** Number of the browsers in which the user is logged in, and the end of all others. */
export function DevicesBlock({ own }: { readonly own: OwnSessions }): ReactElement {
  const { addressOf } = useChatScreen();
  const { sessions, failure } = own;
  const browsers = sessions?.filter(({ kind }) => kind === 'session');
  const endOthers = async (): Promise<void> => {
    if (await own.endOthers()) showKept({ text: t('All others are logged out') });
  };
  return (
    <section className="block">
      <h3>{t('Devices')}</h3>
      <AccountLine
        id="devices"
        label={
          browsers === undefined
            ? t('Browsers')
            : plural(browsers.length, { one: '# browser', other: '# browsers' })
        }
        help={browsers === undefined ? (failure ?? t('In which you are logged in')) : aboutDevices(browsers)}
      >
        <a className="btn" href={addressOf({ view: 'settings', page: 'sessions' })}>
          {t('Show')}
        </a>
        <button
          type="button"
          className="btn"
          disabled={sessions?.every((session) => session.is_current) ?? false}
          onClick={() => void endOthers()}
        >
          {t('Log out the others')}
        </button>
      </AccountLine>
    </section>
  );
}

/** This browser, and the day on which another one came last. */
function aboutDevices(browsers: readonly OwnSession[]): string {
  const current = browsers.find((session) => session.is_current);
  const newest = browsers
    .filter((session) => !session.is_current)
    .toSorted((a, b) => b.created - a.created)[0];
  return [
    current === undefined ? '' : t('This one: {client}.', { client: current.client }),
    newest === undefined
      ? t('You are logged in nowhere else.')
      : t('Last new one: {day}', { day: shortDay(newest.created, now()) }),
  ]
    .filter(Boolean)
    .join(' ');
}
