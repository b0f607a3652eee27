import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { beginChannel } from '../../screen/creation-store.ts';
import { holderNames } from '../../screen/group-words.ts';
import { t } from '../../words/index.ts';

/** Opens the dialog for a new channel, or says who may create one. */
export function NewChannelButton(): ReactElement {
  const chat = useChat();
  const holders = useSelect(chat.state, (state) =>
    state.can_create_streams === true
      ? undefined
      : holderNames(state, state.realm_can_create_public_channel_group),
  );
  if (holders !== undefined) return <WhoMay>{t('{names} may create channels', { names: holders })}</WhoMay>;
  return (
    <button
      type="button"
      className="btn primary"
      aria-label={t('New channel')}
      onClick={() => beginChannel()}
    >
      <Icon name="plus" />
      <span className="desk-only">{t('New channel')}</span>
      <span className="phone-only">{t('New')}</span>
    </button>
  );
}
