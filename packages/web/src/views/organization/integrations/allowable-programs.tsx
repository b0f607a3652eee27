import { useState, type ReactElement } from 'react';
import {
  readOAuthClients,
  removeProgram,
  type OAuthClient,
} from '../../../data/actions/oauth-client-actions.ts';
import { Icon } from '../../../parts/icon.tsx';
import { ask } from '../../../parts/question-store.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { keep } from '../../settings/use-save-setting.ts';
import { AddProgramDialog } from './add-program-dialog.tsx';
import table from '../../../parts/table.module.css';
import { LoadedList } from '../../../screen/loaded-list.tsx';

/** Programs, and hosts with programs, that people may allow to act for them. */
export function AllowablePrograms({ onEnded }: { readonly onEnded: () => void }): ReactElement {
  const chat = useChat();
  const loaded = useLoaded(readOAuthClients);
  const { reload } = loaded;
  const [isAdding, setAdding] = useState(false);
  const remove = async ({ id, name }: OAuthClient): Promise<void> => {
    const isSure = await ask({
      title: t('Remove {name}?', { name }),
      text: [t('All that people allowed to it ends at once.')],
      yes: t('Remove'),
      no: t('Keep'),
      isDanger: true,
    });
    if (!isSure || !(await keep(t('Removed: {name}', { name }), removeProgram(chat, id)))) return;
    reload();
    onEnded();
  };
  return (
    <section className="block">
      <BlockHead title={t('Programs that people may allow')}>
        <button type="button" className="btn" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('Add a program')}
        </button>
      </BlockHead>
      <LoadedList
        loaded={loaded}
        empty={t('None. Assistants ask people for access once you add their host here.')}
      >
        {(clients) => (
          <table className={table['table']} aria-label={t('Programs that people may allow')}>
            <thead>
              <tr>
                <th scope="col">{t('Program')}</th>
                <th scope="col">{t('Known by')}</th>
                <th scope="col">
                  <span className="sr">{t('Actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {clients.map((client) => (
                <tr key={client.id}>
                  <th scope="row">
                    <bdi>{client.name}</bdi>
                    <span className="help">
                      {client.host === null
                        ? client.redirect_uris.join(', ')
                        : t('Every program of this host')}
                    </span>
                  </th>
                  <td>{client.client_id === null ? t('its address') : <code>{client.client_id}</code>}</td>
                  <td>
                    <button
                      type="button"
                      className="btn"
                      aria-label={t('Remove {name}', { name: client.name })}
                      onClick={() => void remove(client)}
                    >
                      {t('Remove')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LoadedList>
      {isAdding ? (
        <AddProgramDialog
          onAdded={() => {
            setAdding(false);
            reload();
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </section>
  );
}
