import { useState, type ReactElement } from 'react';
import { readImports } from '../../../../data/actions/import-actions.ts';
import { now } from '../../../../data/clock.ts';
import { WhoMay } from '../../../../parts/who-may.tsx';
import { useChatScreen } from '../../../../screen/chat-context.ts';
import { useLoaded } from '../../../../screen/use-loaded.ts';
import { t } from '../../../../words/index.ts';
import { AccountLine } from '../../../settings/account-line.tsx';
import { useWhoMay } from '../../use-who-may.ts';
import { importLine, sourceName } from './import-words.ts';
import { NewImportDialog } from './new-import-dialog.tsx';

/** Imports from other chats: the last ones, and a new one. */
export function ImportsBlock(): ReactElement {
  const whoMay = useWhoMay(true);
  return (
    <section className="block" data-setting="import">
      <h3>{t('Import')}</h3>
      {whoMay === undefined ? <Imports /> : <WhoMay>{t('Owners may import')}</WhoMay>}
    </section>
  );
}

function Imports(): ReactElement {
  const { go, addressOf } = useChatScreen();
  const { value: imports, failure } = useLoaded(readImports);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <AccountLine
        id="new-import"
        label={t('From Slack, Zulip, Mattermost, Discord, Rocket.Chat or Teams')}
        help={failure ?? t('You see what an archive has before anything is changed.')}
      >
        <button type="button" className="btn" onClick={() => setChoosing(true)}>
          {t('Import…')}
        </button>
      </AccountLine>
      {(imports ?? []).map((one) => (
        <AccountLine
          key={one.id}
          id={`import-${one.id}`}
          label={t('Import from {source}', { source: sourceName(one.source) })}
          help={importLine(one, now())}
        >
          <a className="btn" href={addressOf({ view: 'organization', page: `data/import/${one.id}` })}>
            {t('Report')}
            <span className="sr">{one.file_name}</span>
          </a>
        </AccountLine>
      ))}
      {isChoosing ? (
        <NewImportDialog
          onBegun={(id) => {
            setChoosing(false);
            go({ view: 'organization', page: `data/import/${id}` });
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}
