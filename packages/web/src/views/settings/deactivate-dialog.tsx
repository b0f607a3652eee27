import { useActionState, type ReactElement } from 'react';
import { deactivateSelf } from '../../data/actions/account-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { failureText } from '../../words/failure-text.ts';
import { plural, t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import styles from './deactivate-dialog.module.css';

/** The end of the own account, with what follows from it. */
export function DeactivateDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { chat, logOut } = useChatScreen();
  const bots = useSelect(
    chat.state,
    (state) => state.realm_users?.filter((user) => user.bot_owner_id === chat.selfId).length ?? 0,
  );
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await deactivateSelf(chat);
    } catch (thrown) {
      return failureText(thrown);
    }
    await logOut();
    return undefined;
  }, undefined);
  const consequences: readonly [IconName, string][] = [
    ['out', t('You are logged out of all browsers and programs, and nothing is sent to you any more.')],
    ['mail', t('Your messages and files stay where they are, under your name.')],
    ...(bots === 0
      ? []
      : [
          ['bot', plural(bots, { one: '# bot of yours ends.', other: '# bots of yours end.' })] as [
            IconName,
            string,
          ],
        ]),
    ['retry', t('An administrator can bring your account back.')],
  ];
  return (
    <Dialog
      title={t('Deactivate your account?')}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {t('Cancel')}
          </button>
          <form action={submit}>
            <button type="submit" className="btn danger" disabled={isPending}>
              {t('Deactivate my account')}
            </button>
          </form>
        </>
      }
    >
      <ul className={styles['consequences']}>
        {consequences.map(([icon, text]) => (
          <li key={icon} className={styles['consequence']}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
      {error === undefined ? null : (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}
