import { roles } from '@parley/contract/rights/roles.ts';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { PeopleListName } from '../../data/address/place.ts';
import { namedGroups } from '../../data/derived/groups.ts';
import { useCommand, useDispatcher } from '../../keys/use-command.ts';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import { matchText } from '../../words/match.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { PageHeader } from '../phone/page-header.tsx';
import { GroupRows } from './group-rows.tsx';
import { directoryPeople, personFilter, type DirectoryPerson } from './people-list.ts';
import { PersonRows } from './person-rows.tsx';
import groupStyles from '../conversation-rows/groups.module.css';
import choices from '../../parts/choices.module.css';

/** People, groups and bots of the organization. */
export function PeopleView({ list }: { readonly list: PeopleListName }): ReactElement {
  const chat = useChat();
  const dispatcher = useDispatcher();
  const users = useSelect(chat.state, (state) => state.realm_users);
  const groups = useSelect(chat.state, (state) => state.realm_user_groups);
  const { people, bots } = useMemo(
    () =>
      directoryPeople({
        ...(users === undefined ? {} : { realm_users: users }),
        ...(groups === undefined ? {} : { realm_user_groups: groups }),
      }),
    [users, groups],
  );
  const named = useSelect(chat.state, namedGroups);
  const online = useSelect(
    chat.presence,
    (all) => people.filter(({ userId }) => all.get(userId) === 'online').length,
  );
  const counts = { people: people.length, groups: named.length, bots: bots.length };
  return (
    <>
      <PageHeader
        title={t('People')}
        note={`${plural(people.length, { one: '# person', other: '# people' })}, ${t('{online} online', { online })}`}
      >
        <button type="button" className="btn primary" onClick={() => void dispatcher.run('invite')}>
          <Icon name="person" />
          {t('Invite')}
        </button>
      </PageHeader>
      <div className="body">
        <div className="wrap wide">
          <Directory key={list} list={list} counts={counts} people={list === 'bots' ? bots : people} />
        </div>
      </div>
    </>
  );
}

type DirectoryProps = {
  readonly list: PeopleListName;
  readonly counts: Readonly<Record<PeopleListName, number>>;
  readonly people: readonly DirectoryPerson[];
};

function Directory({ list, counts, people }: DirectoryProps): ReactElement {
  const chat = useChat();
  const [typed, setTyped] = useState('');
  const [isOnline, setOnline] = useState(false);
  const [isGuest, setGuest] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useCommand('filter-channels', () => field.current?.focus());
  const presence = useSelect(chat.presence, (all) => (isOnline ? all : undefined));
  const groups = useSelect(chat.state, namedGroups);
  const found = useMemo(() => {
    const fits = personFilter(typed);
    return people.filter(
      (person) =>
        fits(person) &&
        (presence === undefined || presence.get(person.userId) === 'online') &&
        (!isGuest || person.role === roles.guest),
    );
  }, [people, typed, presence, isGuest]);
  const foundGroups = useMemo(
    () => groups.filter(({ name, description }) => matchText(typed, `${name} ${description}`) !== undefined),
    [groups, typed],
  );
  const isUnfiltered = typed === '' && !isOnline && !isGuest;
  const isEmpty = list === 'groups' ? foundGroups.length === 0 : found.length === 0;
  return (
    <>
      <FilterBar
        fieldRef={field}
        label={t('Filter people')}
        placeholder={list === 'groups' ? t('Name of a group') : t('Name, role, group or skill')}
        value={typed}
        onChange={setTyped}
        start={<ListTabs list={list} counts={counts} />}
      >
        {list === 'people' ? (
          <div className="chips">
            <button
              type="button"
              className="chip"
              aria-pressed={isOnline}
              onClick={() => setOnline(!isOnline)}
            >
              {t('Online')}
            </button>
            <button type="button" className="chip" aria-pressed={isGuest} onClick={() => setGuest(!isGuest)}>
              {t('Guests')}
            </button>
          </div>
        ) : null}
      </FilterBar>
      {list === 'groups' ? (
        <>
          <GroupRows groups={foundGroups} />
          {groups.length === 0 ? null : (
            <p className={`help ${groupStyles['more']}`}>
              {t('A group can be mentioned, added to channels and named in permissions.')}
            </p>
          )}
        </>
      ) : (
        // A new filter begins at its first people again.
        <PersonRows key={`${typed} ${String(isOnline)} ${String(isGuest)}`} people={found} />
      )}
      {isUnfiltered && counts[list] <= ALONE[list] ? (
        <EmptyView view={list} />
      ) : isEmpty ? (
        <p className={`help ${groupStyles['more']}`} role="status">
          {t('Nobody matches.')}
        </p>
      ) : null}
    </>
  );
}

/** Rows of a list that stand for nothing: the reader is always a person. */
const ALONE: Readonly<Record<PeopleListName, number>> = { people: 1, groups: 0, bots: 0 };

function ListTabs(props: Pick<DirectoryProps, 'list' | 'counts'>): ReactElement {
  const { addressOf } = useChatScreen();
  const tab = (list: PeopleListName, name: string): ReactElement => (
    <a href={addressOf({ view: 'people', list })} aria-current={props.list === list ? 'page' : undefined}>
      {name} <span className="n">{props.counts[list]}</span>
    </a>
  );
  return (
    <nav className={choices['choices']} aria-label={t('People to show')}>
      {tab('people', t('People'))}
      {tab('groups', t('Groups'))}
      {tab('bots', t('Bots'))}
    </nav>
  );
}
