import { useState, type ReactElement } from 'react';
import { disconnectDirectory, type DirectoryToken } from '../../../data/actions/directory-actions.ts';
import { now } from '../../../data/clock.ts';
import { CopyField } from '../../../parts/copy-field.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { ask } from '../../../parts/question-store.ts';
import table from '../../../parts/table.module.css';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { shortDay } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { keep } from '../../settings/use-save-setting.ts';
import { ConnectDirectoryDialog } from './connect-directory-dialog.tsx';

type DirectoryTokensProps = {
  readonly tokens: readonly DirectoryToken[];
  readonly onChanged: () => void;
};

/** Directories that write people and groups by SCIM, each with a token. */
export function DirectoryTokens({ tokens, onChanged }: DirectoryTokensProps): ReactElement {
  const [isConnecting, setConnecting] = useState(false);
  const [token, setToken] = useState<string>();
  return (
    <section className="block">
      <BlockHead title={t('Connected directories')}>
        <button type="button" className="btn" onClick={() => setConnecting(true)}>
          <Icon name="plus" />
          {t('Connect a directory')}
        </button>
      </BlockHead>
      {tokens.length === 0 ? (
        <p className="help">
          {t('None. Entra ID, Okta and others make and deactivate accounts here by SCIM.')}
        </p>
      ) : (
        <TokenTable tokens={tokens} onChanged={onChanged} />
      )}
      {isConnecting ? (
        <ConnectDirectoryDialog
          onConnected={(made) => {
            setConnecting(false);
            setToken(made);
            onChanged();
          }}
          onClose={() => setConnecting(false)}
        />
      ) : null}
      {token === undefined ? null : <ShownToken token={token} onClose={() => setToken(undefined)} />}
    </section>
  );
}

function TokenTable({ tokens, onChanged }: DirectoryTokensProps): ReactElement {
  const chat = useChat();
  const end = async ({ id, name }: DirectoryToken): Promise<void> => {
    const isSure = await ask({
      title: t('Disconnect {name}?', { name }),
      text: [t('It can no longer change people and groups. Accounts stay as they are.')],
      yes: t('Disconnect'),
      no: t('Keep'),
      isDanger: true,
    });
    if (isSure && (await keep(t('Disconnected: {name}', { name }), disconnectDirectory(chat, id))))
      onChanged();
  };
  return (
    <table className={table['table']} aria-label={t('Connected directories')}>
      <thead>
        <tr>
          <th scope="col">{t('Directory')}</th>
          <th scope="col">{t('Last used')}</th>
          <th scope="col">{t('Ends')}</th>
          <th scope="col">
            <span className="sr">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <bdi>{one.name}</bdi>
              <span className="help">…{one.token_end}</span>
            </th>
            <td>{one.last_used === null ? t('never') : shortDay(one.last_used, now())}</td>
            <td>{one.expires * 1000 <= now() ? t('has ended') : shortDay(one.expires, now())}</td>
            <td>
              <button
                type="button"
                className="btn"
                aria-label={t('Disconnect {name}', { name: one.name })}
                onClick={() => void end(one)}
              >
                {t('Disconnect')}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ShownToken({
  token,
  onClose,
}: {
  readonly token: string;
  readonly onClose: () => void;
}): ReactElement {
  const chat = useChat();
  const address = useSelect(chat.state, (state) => `${(state.realm_url ?? '').replace(/\/$/, '')}/scim/v2`);
  return (
    <Dialog
      title={t('The token of the directory')}
      onClose={onClose}
      foot={
        <button type="button" className="btn primary" onClick={onClose}>
          {t('Done')}
        </button>
      }
    >
      <CopyField label={t('Address for SCIM')} value={address} />
      <CopyField label={t('Token')} value={token} help={t('It is not shown again.')} />
    </Dialog>
  );
}
