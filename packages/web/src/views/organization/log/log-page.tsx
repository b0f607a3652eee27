import { useState, type ReactElement } from 'react';
import { auditLines } from '../../../data/actions/audit-actions.ts';
import { now } from '../../../data/clock.ts';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { MenuButton } from '../../../parts/menu.tsx';
import type { MenuGroup } from '../../../parts/surface-props.ts';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { attempt } from '../../../screen/attempt.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { userName } from '../../../screen/titles.ts';
import { t } from '../../../words/index.ts';
import { filterOf, logChoice, type LogChoice } from './log-store.ts';
import { LogList } from './log-list.tsx';
import { PageHead } from '../page-head.tsx';
import styles from './log.module.css';

/** Changes, log-ins and exports of the organization, with the values before and after. */
export function LogPage(): ReactElement {
  const chat = useChat();
  const maySee = useSelect(chat.state, (state) => state.is_admin === true);
  return maySee ? <Log /> : <WhoMay>{t('Owners and administrators see the log')}</WhoMay>;
}

function Log(): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const choice = useSelect(logChoice, (all) => all);
  const [typed, setTyped] = useState('');
  const choose = (change: Partial<LogChoice>): void => logChoice.set({ ...logChoice.get(), ...change });
  const periods = [
    { days: 1, name: t('Today') },
    { days: 7, name: t('7 days') },
    { days: 30, name: t('30 days') },
    { days: undefined, name: t('At any time') },
  ];
  const kinds = [
    { kind: 'change', name: t('Changes') },
    { kind: 'access', name: t('Log-ins') },
    { kind: 'export', name: t('Exports') },
  ] as const;
  return (
    <>
      <PageHead
        setting="log"
        action={
          <button type="button" className="btn" onClick={() => void download()}>
            <Icon name="file" />
            {t('JSON lines')}
          </button>
        }
      >
        <p className="help">{t('Every change, log-in and export. It cannot be edited.')}</p>
      </PageHead>
      <div className={styles['filter']}>
        <Field
          label={t('Filter the log')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter the log')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="chips">
          {kinds.map(({ kind, name }) => (
            <button
              key={kind}
              type="button"
              className="chip"
              aria-pressed={choice.kind === kind}
              onClick={() => choose({ kind: choice.kind === kind ? undefined : kind })}
            >
              {name}
            </button>
          ))}
          <MenuButton
            label={t('Who did it')}
            hasText
            className="chip"
            placement="bottom start"
            groups={authorMenu}
          >
            {choice.authorId === undefined ? t('Anybody') : <bdi>{userName(state, choice.authorId)}</bdi>}
            <Icon name="down" isSmall />
            <span className="sr">, {t('Who did it')}</span>
          </MenuButton>
          <MenuButton label={t('When')} hasText className="chip" placement="bottom start" groups={periodMenu}>
            {periods.find(({ days }) => days === choice.days)?.name}
            <Icon name="down" isSmall />
            <span className="sr">, {t('When')}</span>
          </MenuButton>
        </div>
      </div>
      <LogList key={JSON.stringify(choice)} choice={choice} typed={typed} />
    </>
  );

  async function download(): Promise<void> {
    const lines = auditLines(chat, filterOf(choice, now()));
    if (!(await attempt(lines))) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await lines);
    link.download = 'audit.jsonl';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function authorMenu(): MenuGroup[] {
    const administrators = (chat.state.get().realm_users ?? []).filter(({ role }) => role <= 200);
    const entryOf = (id: number | undefined, label: string) => ({
      id: String(id),
      label,
      isChecked: choice.authorId === id,
      run: () => choose({ authorId: id }),
    });
    return [
      { entries: [entryOf(undefined, t('Anybody'))] },
      {
        title: t('Administrators'),
        entries: administrators.map((user) => entryOf(user.user_id, user.full_name)),
      },
    ];
  }

  function periodMenu(): MenuGroup[] {
    return [
      {
        entries: periods.map(({ days, name }) => ({
          id: String(days),
          label: name,
          isChecked: choice.days === days,
          run: () => choose({ days }),
        })),
      },
    ];
  }
}
