import { useCallback, useEffect, useState, type ReactElement } from 'react';
import {
  askForPersonalExport,
  readPersonalExports,
  type PersonalExport,
} from '../../data/actions/personal-exports.ts';
import { after, now } from '../../data/clock.ts';
import { dayName } from '../../words/dates.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import { sizeText } from '../../words/sizes.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { AccountLine } from './account-line.tsx';
import { SettingLine } from './setting-groups.tsx';

/** Time between looks at an export that is being made. */
const LOOK_MS = 2_000;

type Answer = {
  readonly isRead: boolean;
  readonly newest?: PersonalExport | undefined;
  readonly failure?: string;
};

/** An archive of everything that is stored about the user: asked for, then downloaded. */
export function OwnDataBlock(): ReactElement {
  const chat = useChat();
  const [answer, setAnswer] = useState<Answer>({ isRead: false });
  const { isRead, newest, failure } = answer;
  const reload = useCallback((): void => {
    readPersonalExports(chat).then(
      ([found]) => setAnswer({ isRead: true, newest: found }),
      (error: unknown) => setAnswer((before) => ({ ...before, failure: failureText(error) })),
    );
  }, [chat]);
  useEffect(reload, [reload]);
  useEffect(() => {
    if (newest?.state !== 'pending') return undefined;
    return after(LOOK_MS, reload);
  }, [newest, reload]);
  const make = async (): Promise<void> => {
    if (await attempt(askForPersonalExport(chat))) reload();
  };
  const download = async (): Promise<void> => {
    const request = readPersonalExports(chat);
    if (!(await attempt(request))) return;
    const url = (await request)[0]?.url;
    // The address of this page may be another one than that of the organization.
    if (typeof url === 'string') location.assign(new URL(url).pathname);
  };
  return (
    <section className="block" aria-busy={!isRead && failure === undefined}>
      <h3>{t('Your data')}</h3>
      <AccountLine id="own-data" label={t('Everything stored about you')} help={failure ?? helpOf(newest)}>
        {newest?.state === 'ready' ? (
          <button type="button" className="btn" onClick={() => void download()}>
            {t('Download')}
          </button>
        ) : null}
        <button
          type="button"
          className="btn"
          disabled={!isRead}
          // A disabled button would lose the focus of the user who has just pressed it.
          aria-disabled={newest?.state === 'pending'}
          onClick={() => {
            if (newest?.state !== 'pending') void make();
          }}
        >
          {newest?.state === 'ready' ? t('Export again') : t('Export')}
        </button>
      </AccountLine>
      <SettingLine
        entry={{
          name: 'allow_private_data_export',
          label: t('Exports of administrators may have your private messages'),
          help: t('And your settings. Otherwise they have what everybody here may read'),
        }}
      />
    </section>
  );
}

function helpOf(newest: PersonalExport | undefined): string {
  if (newest === undefined)
    return t('Your messages, settings and files in one archive: a page to read, and JSON for programs.');
  if (newest.state === 'pending') return t('Being made. You can go on meanwhile.');
  if (newest.state === 'failed') return t('The last export failed. Try again later.');
  return t('Made: {day}, {size}. Deleted after a week.', {
    day: dayName(newest.requested, now()),
    size: sizeText(newest.size ?? 0),
  });
}
