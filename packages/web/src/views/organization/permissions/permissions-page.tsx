import type { RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import { useMemo, useState, type ReactElement } from 'react';
import { changeOrganization } from '../../../data/actions/organization-actions.ts';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { MenuButton } from '../../../parts/menu.tsx';
import type { MenuEntry, MenuGroup } from '../../../parts/surface-props.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { groupChoices } from '../../../screen/group-choices.ts';
import { groupName, holderNames, type Holder } from '../../../screen/group-words.ts';
import { t } from '../../../words/index.ts';
import { matchText } from '../../../words/match.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { useLastChange } from '../use-last-change.ts';
import { useWhoMay } from '../use-who-may.ts';
import { HoldersDialog } from './holders-dialog.tsx';
import { countHolders } from './permission-answer.ts';
import { permissionVerbs, type PermissionEntry } from './permission-entries.ts';
import styles from './permissions-page.module.css';
import table from '../../../parts/table.module.css';

/** All permissions of the organization by verb, with those who have them. */
export function PermissionsPage(): ReactElement {
  const [typed, setTyped] = useState('');
  const verbs = permissionVerbs()
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ label, help = '', words = '' }) =>
          typed.trim() === '' || matchText(typed, `${title} ${label} ${help} ${words}`) !== undefined,
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <p className="help">
        {t('Who may do what in the whole organization. A channel can say more for itself.')}
      </p>
      <div className={styles['filter']}>
        <Field
          label={t('Filter permissions')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter permissions')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {verbs.length === 0 ? (
        <p className="help" role="status">
          {t('No permission matches.')}
        </p>
      ) : (
        <table className={`${table['table']} ${styles['table']}`}>
          <thead>
            <tr>
              <th scope="col">{t('What')}</th>
              <th scope="col">{t('Who may')}</th>
              <th scope="col" className={styles['count']}>
                {t('People')}
              </th>
            </tr>
          </thead>
          {verbs.map(({ title, entries }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3} className={styles['verb']}>
                  {title}
                </th>
              </tr>
              {entries.map((entry) => (
                <PermissionRow key={entry.name} entry={entry} />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </>
  );
}

function PermissionRow({ entry }: { readonly entry: PermissionEntry }): ReactElement {
  const chat = useChat();
  const { name, label, help } = entry;
  const holder = useSelect(chat.state, (state) => state[`realm_${name}`]);
  const groups = useSelect(chat.state, (state) => state.realm_user_groups);
  const users = useSelect(chat.state, (state) => state.realm_users);
  const whoMay = useWhoMay(entry.isForOwners);
  const changed = useLastChange(name, holder);
  const [isChoosing, setChoosing] = useState(false);
  const count = useMemo(
    () => countHolders(chat.state.get(), name),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the state that decide
    [chat, name, holder, groups, users],
  );
  const words = holderNames(chat.state.get(), holder);
  const save = (next: Holder): void => void saveHolder(next);
  return (
    <tr data-setting={name}>
      <th scope="row">
        {label}
        {help === undefined ? null : <span className="help">{help}</span>}
        {changed === undefined ? null : <span className="help">{changed}</span>}
      </th>
      <td>
        {whoMay === undefined ? (
          <MenuButton
            label={t('Who may: {label}', { label })}
            hasText
            className={`btn ${styles['who'] ?? ''}`}
            placement="bottom start"
            groups={menu}
          >
            <bdi className="clip">{words}</bdi>
            <Icon name="down" isSmall />
            <span className="sr">, {label}</span>
          </MenuButton>
        ) : (
          <>
            <bdi>{words}</bdi>
            <WhoMay>{whoMay}</WhoMay>
          </>
        )}
        {isChoosing && holder !== undefined ? (
          <HoldersDialog label={label} holder={holder} onSave={save} onClose={() => setChoosing(false)} />
        ) : null}
      </td>
      <td className={styles['count']}>{count}</td>
    </tr>
  );

  async function saveHolder(next: Holder): Promise<void> {
    if (holder === undefined) return;
    const text = `${label}: ${holderNames(chat.state.get(), next)}`;
    await keep(text, changeHolder(name, next, holder), () => changeHolder(name, holder, next));
  }

  function changeHolder(permission: RealmPermission, next: Holder, old: Holder): Promise<void> {
    return changeOrganization(chat, { [permission]: { new: next, old } });
  }

  function menu(): MenuGroup[] {
    const state = chat.state.get();
    const accepted = state.server_supported_permission_settings?.realm[name];
    const { roles, named } = groupChoices(state, accepted, (group) => groupName({ name: group }));
    const entryOf = (group: { readonly id: number; readonly name: string }): MenuEntry => ({
      id: String(group.id),
      label: group.name,
      isChecked: holder === group.id,
      run: () => save(group.id),
    });
    return [
      { entries: roles.map(entryOf) },
      ...(named.length === 0 ? [] : [{ title: t('Groups'), entries: named.map(entryOf) }]),
      ...(accepted?.require_system_group === true
        ? []
        : [
            {
              entries: [
                {
                  id: 'several',
                  label: t('Several groups and people'),
                  icon: 'people' as const,
                  run: () => setChoosing(true),
                },
              ],
            },
          ]),
    ];
  }
}
