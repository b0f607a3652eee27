import { useActionState, useId, type ReactElement } from 'react';
import { deactivatePerson, reactivatePerson } from '../../../data/actions/people-actions.ts';
import { Consequences } from '../../../parts/consequences.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { attempt } from '../../../screen/attempt.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { plural, t } from '../../../words/index.ts';
import type { AccountRow } from './account-list.ts';

type EndAccountDialogProps = { readonly account: AccountRow; readonly onClose: () => void };

/** The end of an account, with what follows from it. */
export function EndAccountDialog({ account, onClose }: EndAccountDialogProps): ReactElement {
  const chat = useChat();
  const { userId, name } = account;
  const bots = useSelect(
    chat.state,
    (state) => state.realm_users?.filter((user) => user.bot_owner_id === userId).length ?? 0,
  );
  const groups = useSelect(
    chat.state,
    (state) =>
      state.realm_user_groups?.filter(
        (group) => !group.is_system_group && !group.deactivated && group.members.includes(userId),
      ).length ?? 0,
  );
  const form = useId();
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await deactivatePerson(chat, userId);
    } catch (thrown) {
      return failureText(thrown);
    }
    onClose();
    showKept({
      text: t('{name} is deactivated', { name }),
      undo: () => void attempt(reactivatePerson(chat, userId)),
    });
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('Deactivate {name}?', { name })}
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Deactivate')} isReady={!isPending} isDanger onClose={onClose} />}
    >
      <form id={form} action={submit}>
        <Consequences
          items={[
            {
              icon: 'out',
              text: t('All browsers and programs of {name} are logged out at once.', { name }),
            },
            ...(bots === 0
              ? []
              : [
                  {
                    icon: 'bot' as const,
                    text: plural(bots, {
                      one: '# bot ends with the account.',
                      other: '# bots end with the account.',
                    }),
                  },
                ]),
            ...(groups === 0
              ? []
              : [
                  {
                    icon: 'people' as const,
                    text: plural(groups, {
                      one: 'The rights of # group do not count for the account any more.',
                      other: 'The rights of # groups do not count for the account any more.',
                    }),
                  },
                ]),
            { icon: 'mail', text: t('Messages and files stay where they are, under the name.') },
            { icon: 'retry', text: t('You can bring the account back.') },
          ]}
        />
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
