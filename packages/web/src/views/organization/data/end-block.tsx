import { useState, type ReactElement } from 'react';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { AccountLine } from '../../settings/account-line.tsx';
import { useWhoMay } from '../use-who-may.ts';
import { EndOrganizationDialog } from './end-organization-dialog.tsx';

/** The end of the organization: for now, or for good after a time. */
export function EndBlock(): ReactElement {
  const chat = useChat();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const whoMay = useWhoMay(true);
  const [isDeleting, setDeleting] = useState<boolean>();
  const isDisabled = whoMay !== undefined;
  return (
    <section className="block">
      <h3>{t('End')}</h3>
      <p className="help">{t('Only owners may do this, and are asked to log in again.')}</p>
      <AccountLine
        id="deactivate"
        label={t('Deactivate {name}', { name })}
        help={t('Nobody can log in. Nothing is deleted')}
        note={isDisabled ? <WhoMay>{whoMay}</WhoMay> : null}
      >
        <button type="button" className="btn danger" disabled={isDisabled} onClick={() => setDeleting(false)}>
          {t('Deactivate…')}
        </button>
      </AccountLine>
      <AccountLine
        id="delete"
        label={t('Delete {name}', { name })}
        help={t('Everything, for good, after a time. Backups of the server stay until they end')}
      >
        <button type="button" className="btn danger" disabled={isDisabled} onClick={() => setDeleting(true)}>
          {t('Delete…')}
        </button>
      </AccountLine>
      {isDeleting === undefined ? null : (
        <EndOrganizationDialog isDeleting={isDeleting} onClose={() => setDeleting(undefined)} />
      )}
    </section>
  );
}
