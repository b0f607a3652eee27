import { useState, type ReactElement } from 'react';
import { replaceApiKey } from '../../data/actions/account-actions.ts';
import type { OwnSession } from '../../data/session/session.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { showKept } from '../../parts/kept-store.ts';
import { ask } from '../../parts/question-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { BlockHead } from './block-head.tsx';
import type { OwnSessions } from './use-own-sessions.ts';
import { WayInTable } from './way-in-table.tsx';

/** Keys with which programs act as the user: each can be ended, and a new one replaces them all. */
export function KeysBlock({ own }: { readonly own: OwnSessions }): ReactElement {
  const chat = useChat();
  const [made, setMade] = useState<string>();
  const keys = own.sessions?.filter(({ kind }) => kind === 'key') ?? [];
  const make = async (): Promise<void> => {
    if (!(await askForKey(own.sessions === undefined || keys.length > 0))) return;
    const request = replaceApiKey(chat);
    if (!(await attempt(request))) return;
    setMade(await request);
    own.reload();
  };
  const end = async (id: number): Promise<void> => {
    const key = keys.find((one) => one.id === id);
    if (key !== undefined && (await askToEnd(key)) && (await own.end(id)))
      showKept({ text: t('Key ended: {name}', { name: key.client }) });
  };
  return (
    <section className="block" data-setting="api-key" aria-busy={own.sessions === undefined}>
      <BlockHead title={t('Keys')}>
        <button type="button" className="btn" onClick={() => void make()}>
          <Icon name="plus" />
          {t('New key')}
        </button>
      </BlockHead>
      {keys.length === 0 ? null : (
        <WayInTable
          label={t('Keys')}
          heads={[t('Key'), t('Made')]}
          ways={keys.map(({ id, client, address, created, last_used: lastUsed }) => ({
            id,
            name: client,
            about: address,
            created,
            lastUsed,
          }))}
          action={t('End')}
          actionOf={(name) => t('End {name}', { name })}
          onAction={(id) => void end(id)}
        />
      )}
      <p className="help">
        {own.sessions !== undefined && keys.length === 0
          ? t('None. A key lets a script act as you. It is shown once.')
          : t(
              'A key lets a script act as you, with all your rights and until it is ended. It is shown once.',
            )}
      </p>
      {made === undefined ? null : <KeyDialog apiKey={made} onClose={() => setMade(undefined)} />}
    </section>
  );
}

function askForKey(endsOthers: boolean): Promise<boolean> {
  return ask({
    title: t('Make a new API key?'),
    text: [
      endsOthers
        ? t('All keys of yours end at once: scripts and apps that use one stop until they get the new key.')
        : t('Everyone who has it can act as you, with all your rights. Keep it as you keep your password.'),
      t('Browsers in which you are logged in go on.'),
    ],
    yes: t('New key'),
    no: t('Cancel'),
    isDanger: endsOthers,
  });
}

function askToEnd({ client: name }: OwnSession): Promise<boolean> {
  return ask({
    title: t('End the key {name}?', { name }),
    text: [t('The script or app that uses it stops at once. An ended key cannot be brought back.')],
    yes: t('End'),
    no: t('Keep'),
    isDanger: true,
  });
}

function KeyDialog(props: { readonly apiKey: string; readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const email = useSelect(chat.state, (state) => state.delivery_email ?? '');
  return (
    <Dialog
      title={t('Your new API key')}
      onClose={props.onClose}
      foot={
        <button type="button" className="btn primary" onClick={props.onClose}>
          {t('Done')}
        </button>
      }
    >
      <CopyField
        label={t('API key')}
        value={props.apiKey}
        help={t('It is not shown again. Its user name is {email}.', { email })}
      />
    </Dialog>
  );
}
