import type { Role } from '@parley/contract/primitives.ts';
import { useState, type ReactElement } from 'react';
import { changeRole, reactivatePerson } from '../../../data/actions/people-actions.ts';
import { Icon } from '../../../parts/icon.tsx';
import { MenuButton } from '../../../parts/menu.tsx';
import type { MenuEntry, MenuGroup } from '../../../parts/surface-props.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { copyPasswordLink } from '../../../screen/copy-password-link.ts';
import { givableRoles } from '../../../screen/givable-roles.ts';
import { roleName } from '../../../screen/role-name.ts';
import { UserPicture } from '../../../screen/user-picture.tsx';
import { t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import type { AccountRow } from './account-list.ts';
import { EndAccountDialog } from './end-account-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import styles from './account-row.module.css';

/** An account with its role, and what an administrator may do about it. */
export function AccountTableRow({ account }: { readonly account: AccountRow }): ReactElement {
  const { chat, go } = useChatScreen();
  const { userId, name, email, role, isActive } = account;
  const isSelf = userId === chat.selfId;
  const ownRole = useSelect(
    chat.state,
    (state) => state.realm_users?.find((user) => user.user_id === chat.selfId)?.role ?? 0,
  );
  const [dialog, setDialog] = useState<'rename' | 'end'>();
  const givable = givableRoles({ role: ownRole }, account);
  return (
    <tr>
      <th scope="row">
        <span className={styles['person']}>
          <UserPicture userId={userId} size={32} hasPresence={isActive} />
          <span className={styles['words']}>
            <bdi>
              {name}
              {isSelf ? <span className="quiet"> {t('you')}</span> : null}
            </bdi>
            <span className={styles['mail']}>{email ?? t('Address hidden')}</span>
          </span>
        </span>
      </th>
      <td>
        {givable.length === 0 || !isActive ? (
          roleName(role)
        ) : (
          <MenuButton
            label={t('Role of {name}', { name })}
            hasText
            className="btn plain"
            placement="bottom start"
            groups={roleMenu}
          >
            {roleName(role)}
            <Icon name="down" isSmall />
            <span className="sr">, {t('role of {name}', { name })}</span>
          </MenuButton>
        )}
      </td>
      <td>
        <MenuButton label={t('Actions for {name}', { name })} groups={accountMenu}>
          <Icon name="dots" />
        </MenuButton>
        {dialog === 'end' ? (
          <EndAccountDialog account={account} onClose={() => setDialog(undefined)} />
        ) : null}
        {dialog === 'rename' ? <RenameDialog account={account} onClose={() => setDialog(undefined)} /> : null}
      </td>
    </tr>
  );

  function roleMenu(): MenuGroup[] {
    return [
      {
        entries: givable.map((one) => ({
          id: String(one),
          label: roleName(one),
          isChecked: one === role,
          run: () =>
            void keep(
              t('{name}: {role}', { name, role: roleName(one) }),
              changeRole(chat, userId, one as Role),
              () => changeRole(chat, userId, role as Role),
            ),
        })),
      },
    ];
  }

  function accountMenu(): MenuGroup[] {
    const message: MenuEntry = {
      id: 'message',
      label: t('Message'),
      icon: 'mail',
      run: () => go({ view: 'messages', narrow: { kind: 'direct', userIds: isSelf ? [] : [userId] } }),
    };
    if (givable.length === 0) return [{ entries: [message] }];
    if (!isActive)
      return [
        {
          entries: [
            {
              id: 'reactivate',
              label: t('Bring the account back'),
              icon: 'retry',
              run: () => void keep(t('{name} is back', { name }), reactivatePerson(chat, userId)),
            },
          ],
        },
      ];
    return [
      {
        entries: [
          message,
          { id: 'rename', label: t('Change name'), icon: 'pencil', run: () => setDialog('rename') },
          ...(isSelf
            ? []
            : [
                {
                  id: 'password-link',
                  label: t('Copy a link for a new password'),
                  icon: 'key' as const,
                  run: () => void copyPasswordLink(userId),
                },
              ]),
        ],
      },
      ...(isSelf
        ? []
        : [
            {
              entries: [
                {
                  id: 'deactivate',
                  label: t('Deactivate'),
                  icon: 'hide' as const,
                  isDanger: true,
                  run: () => setDialog('end'),
                },
              ],
            },
          ]),
    ];
  }
}
