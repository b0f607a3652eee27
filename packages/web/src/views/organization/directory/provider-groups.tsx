import { useState, type ReactElement } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import table from '../../../parts/table.module.css';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { roleName } from '../../../screen/role-name.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { AddProviderGroup } from './add-provider-group.tsx';
import type { RulesProps } from './save-rules.ts';

/** Groups of the provider or directory, with the user group and role that their people get. */
export function ProviderGroups({ rules, save }: RulesProps): ReactElement {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups) ?? [];
  const [isAdding, setAdding] = useState(false);
  const nameOf = (id: number): string => groups.find((group) => group.id === id)?.name ?? String(id);
  return (
    <section className="block">
      <BlockHead title={t('Groups of the provider')}>
        <button type="button" className="btn" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('Add a group')}
        </button>
      </BlockHead>
      {rules.groups.length === 0 ? (
        <p className="help">
          {t('None. People of a group there can be in a user group here, or have a role.')}
        </p>
      ) : (
        <table className={table['table']} aria-label={t('Groups of the provider')}>
          <thead>
            <tr>
              <th scope="col">{t('Group')}</th>
              <th scope="col">{t('User group')}</th>
              <th scope="col">{t('Role')}</th>
              <th scope="col">
                <span className="sr">{t('Actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.groups.map(({ group, user_group_id: id, role }, at) => (
              <tr key={`${group} ${id} ${role}`}>
                <th scope="row">
                  <bdi>{group}</bdi>
                </th>
                <td>{id === null ? t('none') : <bdi>{nameOf(id)}</bdi>}</td>
                <td>{role === null ? t('as it is') : roleName(role)}</td>
                <td>
                  <button
                    type="button"
                    className="btn"
                    aria-label={t('Remove {name}', { name: group })}
                    onClick={() =>
                      void save(t('Removed: {name}', { name: group }), {
                        groups: rules.groups.toSpliced(at, 1),
                      })
                    }
                  >
                    {t('Remove')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isAdding ? (
        <AddProviderGroup
          onAdd={(added) =>
            void save(t('Added: {name}', { name: added.group }), { groups: [...rules.groups, added] }).then(
              (isDone) => setAdding(!isDone),
            )
          }
          onClose={() => setAdding(false)}
        />
      ) : null}
    </section>
  );
}
