import { holds } from '@parley/client';
import { useMemo, useState, type ReactElement } from 'react';
import type { UserGroup } from '../../../data/derived/groups.ts';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { groupName, holderNames } from '../../../screen/group-words.ts';
import { t } from '../../../words/index.ts';
import { matchText } from '../../../words/match.ts';
import { GroupTable } from './group-table.tsx';
import { countUses } from './group-uses.ts';
import styles from './groups.module.css';
import { NewGroupDialog } from './new-group-dialog.tsx';
import { PageHead } from '../page-head.tsx';

type Filter = 'used' | 'roles' | 'deactivated';

/** Groups of the organization with their people and the rules that name them. */
export function GroupsPage(): ReactElement {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups);
  const channels = useSelect(chat.state, (state) => state.subscriptions);
  const mayCreate = useSelect(chat.state, (state) => holds(state, 'can_create_groups') === true);
  const creators = useSelect(chat.state, (state) => holderNames(state, state.realm_can_create_groups));
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<Filter>();
  const [isCreating, setCreating] = useState(false);
  const uses = useMemo(
    () => countUses(chat.state.get()),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of the state that name groups
    [chat, groups, channels],
  );
  const found = useMemo(
    () =>
      (groups ?? [])
        .filter((group) => isIn(group, filter, uses.get(group.id) ?? 0))
        .filter((group) => matchText(typed, `${groupName(group)} ${group.description}`) !== undefined)
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    [groups, filter, typed, uses],
  );
  const chip = (name: Filter, label: string): ReactElement => (
    <button
      type="button"
      className="chip"
      aria-pressed={filter === name}
      onClick={() => setFilter(filter === name ? undefined : name)}
    >
      {label}
    </button>
  );
  return (
    <>
      <PageHead
        setting="groups"
        action={
          <button
            type="button"
            className="btn primary"
            disabled={!mayCreate}
            onClick={() => setCreating(true)}
          >
            <Icon name="plus" />
            {t('New group')}
          </button>
        }
      >
        <p className="help">{t('Groups can be mentioned, added to channels and named in permissions.')}</p>
        {mayCreate ? null : <WhoMay>{t('{names} may create groups', { names: creators })}</WhoMay>}
      </PageHead>
      <div className={styles['filter']}>
        <Field
          label={t('Filter groups')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter groups')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="chips">
          {chip('used', t('Used by a rule'))}
          {chip('roles', t('Roles'))}
          {chip('deactivated', t('Deactivated'))}
        </div>
      </div>
      {found.length === 0 ? (
        <p className="help" role="status">
          {typed === '' && filter === undefined ? t('No groups yet.') : t('No group matches.')}
        </p>
      ) : (
        <GroupTable groups={found} uses={uses} />
      )}
      {isCreating ? <NewGroupDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function isIn(group: UserGroup, filter: Filter | undefined, uses: number): boolean {
  if (group.deactivated) return filter === 'deactivated';
  if (group.is_system_group) return filter === 'roles' && !HIDDEN.has(group.name);
  return filter === undefined || (filter === 'used' && uses > 0);
}

const HIDDEN: ReadonlySet<string> = new Set(['role:nobody', 'role:internet']);
