import { useId, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import type { DirectoryRules } from '../../../data/actions/directory-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { roleName } from '../../../screen/role-name.ts';
import { t } from '../../../words/index.ts';

type ProviderGroup = DirectoryRules['groups'][number];

type AddProviderGroupProps = {
  readonly onAdd: (group: ProviderGroup) => void;
  readonly onClose: () => void;
};

/** Roles that a directory gives; owners are made by owners. */
const ROLES = [200, 300, 400, 600] as const;

/** Asks for a group of the provider, and what its people get. */
export function AddProviderGroup({ onAdd, onClose }: AddProviderGroupProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups) ?? [];
  const [group, setGroup] = useState('');
  const [userGroup, setUserGroup] = useState('');
  const [role, setRole] = useState('');
  const isReady = group.trim() !== '' && (userGroup !== '' || role !== '');
  const submit = (): void =>
    onAdd({
      group: group.trim(),
      user_group_id: userGroup === '' ? null : Number(userGroup),
      role: ROLES.find((one) => String(one) === role) ?? null,
    });
  return (
    <Dialog
      title={t('Add a group')}
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Add')} isReady={isReady} onClose={onClose} />}
    >
      <form id={form} action={submit}>
        <Field
          label={t('Group at the provider')}
          required
          autoComplete="off"
          maxLength={limits.claimLength}
          help={t('As the provider writes it')}
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value)}
        />
        <SelectField
          label={t('User group')}
          value={userGroup}
          options={[
            { value: '', name: t('none') },
            ...groups
              .filter((one) => !one.is_system_group && !one.deactivated)
              .map(({ id, name }) => ({ value: String(id), name })),
          ]}
          onChange={setUserGroup}
        />
        <SelectField
          label={t('Role')}
          value={role}
          options={[
            { value: '', name: t('as it is') },
            ...ROLES.map((one) => ({ value: String(one), name: roleName(one) })),
          ]}
          onChange={setRole}
        />
      </form>
    </Dialog>
  );
}
