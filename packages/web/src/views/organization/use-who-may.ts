import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';

/** Names those who change a setting of the organization, if the reader is none of them. */
export function useWhoMay(isForOwners = false): string | undefined {
  const chat = useChat();
  const mayChange = useSelect(
    chat.state,
    (state) => (isForOwners ? state.is_owner : state.is_admin) === true,
  );
  if (mayChange) return undefined;
  return isForOwners ? t('Owners may change this') : t('Administrators may change this');
}
