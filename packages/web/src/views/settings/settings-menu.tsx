import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { useCommand } from '../../keys/use-command.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import type { FoundSetting } from './rank-settings.ts';
import type { SettingsPage } from './settings-page.ts';
import styles from './settings-menu.module.css';
import link from '../sidebar/place-link.module.css';

/** Settings of the user, or of the organization. */
export type SettingsKind = {
  readonly view: 'settings' | 'organization';
  readonly title: string;
  /** In the order of the menu. */
  readonly pages: readonly SettingsPage[];
  readonly find: (query: string) => readonly FoundSetting[];
  /** Whether the reader changes nothing there, so that a page may have no control to focus. */
  readonly isReadOnly?: boolean;
};

type SettingsMenuProps = {
  readonly kind: SettingsKind;
  readonly chosen: string | undefined;
  /** The content below the pages. */
  readonly children: ReactNode;
};

/** Pages of the settings, and a field that finds a setting by its words. */
export function SettingsMenu({ kind, chosen, children }: SettingsMenuProps): ReactElement {
  const { addressOf, go } = useChatScreen();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const menu = useRef<HTMLElement>(null);
  const { view, pages } = kind;
  const found = kind.find(typed);
  useCommand('filter-channels', () => field.current?.focus());
  const addressIn = (page: string): string => addressOf({ view, page });
  const onKeyDown = (event: KeyboardEvent): void => {
    const [first] = found;
    if (event.key === 'Enter' && first !== undefined) {
      setTyped('');
      go({ view, page: `${first.page}/${first.id}` });
    } else if (event.key === 'ArrowDown') menu.current?.querySelector('a')?.focus();
    else if (event.key === 'Escape' && typed !== '') setTyped('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <nav aria-label={kind.title} ref={menu}>
      <Field
        ref={field}
        label={t('Find a setting')}
        isLabelHidden
        icon="search"
        placeholder={t('Find a setting')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {typed.trim() === '' ? (
        <>
          {pages.map(({ id, name, icon, beginsGroup = false }) => (
            <a
              key={id}
              className={[
                link['row'],
                id === chosen ? link['current'] : '',
                beginsGroup ? (styles['begins-group'] ?? '') : '',
              ].join(' ')}
              aria-current={id === chosen ? 'page' : undefined}
              href={addressIn(id)}
            >
              <Icon name={icon} />
              {name}
            </a>
          ))}
          {children}
        </>
      ) : (
        found.map(({ page, id, label }) => (
          <a
            key={`${page}/${id}`}
            className={`${link['row']} ${styles['found']}`}
            href={addressIn(`${page}/${id}`)}
            onClick={() => setTyped('')}
          >
            {label}
            <span className={styles['found-page']}>{pages.find((one) => one.id === page)?.name}</span>
          </a>
        ))
      )}
      {typed.trim() === '' || found.length > 0 ? null : (
        <p className="help" role="status">
          {t('No setting matches.')}
        </p>
      )}
    </nav>
  );
}
