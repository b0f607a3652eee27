import { useState, type ReactElement } from 'react';
import { readGrants } from '../../../data/actions/grant-actions.ts';
import { CopyField } from '../../../parts/copy-field.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { LoadedList } from '../../../screen/loaded-list.tsx';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../block-head.tsx';
import { NewProgramDialog } from './new-program-dialog.tsx';
import { ProgramTable } from './program-table.tsx';
import { useEndProgram } from './use-end-program.ts';

/** Programs that may act for the user, each with some rights and until a time. */
export function ProgramsPage(): ReactElement {
  const loaded = useLoaded(readGrants);
  const { reload } = loaded;
  const [isAllowing, setAllowing] = useState(false);
  const [token, setToken] = useState<string>();
  const end = useEndProgram(reload);
  const address = useAddress();
  return (
    <>
      <p className="help">{t('What may act for you, within limits. Ending one works at once.')}</p>
      <section className="block" data-setting="programs">
        <BlockHead title={t('Programs you allowed')}>
          <button type="button" className="btn" onClick={() => setAllowing(true)}>
            <Icon name="plus" />
            {t('Allow a program')}
          </button>
        </BlockHead>
        <LoadedList
          loaded={loaded}
          empty={t(
            'None. A program that you allow gets a token of its own, with the rights that you choose.',
          )}
        >
          {(programs) => <ProgramTable programs={programs} onEnd={(program) => void end(program)} />}
        </LoadedList>
      </section>
      <section className="block">
        <CopyField
          label={t('Address for assistants')}
          value={address}
          help={t('For the Model Context Protocol. The assistant needs a token of a program that you allow.')}
        />
      </section>
      {isAllowing ? (
        <NewProgramDialog
          onAllowed={(made) => {
            setAllowing(false);
            setToken(made);
            reload();
          }}
          onClose={() => setAllowing(false)}
        />
      ) : null}
      {token === undefined ? null : (
        <TokenDialog token={token} address={address} onClose={() => setToken(undefined)} />
      )}
    </>
  );
}

/** The address of the organization at which assistants reach it. */
function useAddress(): string {
  const chat = useChat();
  return useSelect(chat.state, (state) => `${(state.realm_url ?? '').replace(/\/$/, '')}/mcp`);
}

type TokenDialogProps = {
  readonly token: string;
  readonly address: string;
  readonly onClose: () => void;
};

function TokenDialog({ token, address, onClose }: TokenDialogProps): ReactElement {
  return (
    <Dialog
      title={t('The token of the program')}
      onClose={onClose}
      foot={
        <button type="button" className="btn primary" onClick={onClose}>
          {t('Done')}
        </button>
      }
    >
      <CopyField
        label={t('Token')}
        value={token}
        help={t('It is not shown again. A program sends it in place of an API key, or as a bearer token.')}
      />
      <CopyField
        label={t('Configuration of an assistant')}
        value={configurationOf(address, token)}
        help={t('For the file of servers of Cursor and others')}
      />
    </Dialog>
  );
}

/** The entry of a server in the form that most assistants read. */
function configurationOf(url: string, token: string): string {
  const parley = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  return JSON.stringify({ mcpServers: { parley } });
}
