import { useActionState, useId, type ReactElement } from 'react';
import { deactivateSelf } from '../../data/actions/account-actions.ts';
import { Consequences, type Consequence } from '../../parts/consequences.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { failureText } from '../../words/failure-text.ts';
import { plural, t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';

/** The end of the own account, with what follows from it. */
export function DeactivateDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { chat, logOut } = useChatScreen();
  const bots = useSelect(
    chat.state,
    (state) => state.realm_users?.filter((user) => user.bot_owner_id === chat.selfId).length ?? 0,
  );
  const form = useId();
  const [error, submit, isPending] = useActionState(async () => {
    try {
      await deactivateSelf(chat);
    } catch (thrown) {
      return failureText(thrown);
    }
    await logOut();
    return undefined;
  }, undefined);
  const consequences: readonly Consequence[] = [
    {
      icon: 'out',
      text: t('You are logged out of all browsers and programs, and nothing is sent to you any more.'),
    },
    { icon: 'mail', text: t('Your messages and files stay where they are, under your name.') },
    ...(bots === 0
      ? []
      : [
          {
            icon: 'bot' as const,
            text: plural(bots, { one: '# bot of yours ends.', other: '# bots of yours end.' }),
          },
        ]),
    { icon: 'retry', text: t('An administrator can bring your account back.') },
  ];
  return (
    <Dialog
      title={t('Deactivate your account?')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Deactivate my account')}
          isReady={!isPending}
          isDanger
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit}>
        <Consequences items={consequences} />
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
