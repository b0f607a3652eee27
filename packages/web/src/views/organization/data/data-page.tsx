import type { ReactElement } from 'react';
import { visibleChannels } from '../../../data/derived/channels.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChatScreen, usePlace } from '../../../screen/chat-context.ts';
import { plural, t } from '../../../words/index.ts';
import { AccountLine } from '../../settings/account-line.tsx';
import { keepGroups } from '../realm-entries.ts';
import { RealmGroups } from '../realm-lines.tsx';
import { EndBlock } from './end-block.tsx';
import { ExportsBlock } from './exports-block.tsx';
import { HoldsBlock } from './holds-block.tsx';
import { ImportReport } from './imports/import-report.tsx';
import { ImportsBlock } from './imports/imports-block.tsx';

/** How long data stays, how it gets out, and how it ends. */
export function DataPage(): ReactElement {
  const place = usePlace();
  const [, part, id] = place.view === 'organization' ? place.page.split('/') : [];
  if (part === 'import' && id !== undefined) return <ImportReport key={id} id={Number(id)} />;
  return (
    <>
      <p className="help">{t('How long it stays, how it gets out, how it ends')}</p>
      <RealmGroups groups={keepGroups()} />
      <StoredLines />
      <HoldsBlock />
      <ExportsBlock />
      <ImportsBlock />
      <EndBlock />
    </>
  );
}

/** Times that are decided elsewhere, and the page of the book about everything that is stored. */
function StoredLines(): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const others = useSelect(
    chat.state,
    (state) =>
      visibleChannels(state).filter(({ message_retention_days: days }) => (days ?? null) !== null).length,
  );
  return (
    <>
      <AccountLine
        id="channel-retention"
        label={t('Channels with a time of their own')}
        help={
          others === 0
            ? t('None. All channels keep their messages as long as the organization.')
            : plural(others, { one: '# channel', other: '# channels' })
        }
      >
        <a className="btn" href={addressOf({ view: 'organization', page: 'channels' })}>
          {t('Channels')}
        </a>
      </AccountLine>
      <AccountLine
        id="stored-data"
        label={t('Everything that is stored')}
        help={t(
          'Files stay 30 days longer than the last message with them. The book has each column and its purpose.',
        )}
      >
        <a className="btn" href="/docs/operating/stored-data" target="_blank" rel="noreferrer">
          {t('Stored data')}
        </a>
      </AccountLine>
    </>
  );
}
