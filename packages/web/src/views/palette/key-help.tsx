import { useState, type ReactElement } from 'react';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { msg, t } from '../../words/index.ts';
import { allCommands, type Command, type CommandGroup } from '../../keys/commands.ts';
import { strokeText } from '../../keys/stroke-text.ts';
import { matchText } from '../../words/match.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import styles from './key-help.module.css';
import dialog from '../../parts/dialog-surface.module.css';
import switches from '../../parts/switch.module.css';

const GROUPS: readonly (readonly [CommandGroup, string])[] = [
  ['reading', msg('Reading')],
  ['writing', msg('Writing')],
  ['going', msg('Going')],
  ['message', msg('The message in focus')],
  ['general', msg('General')],
];

/** The table of commands with their keys. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  const dispatcher = useDispatcher();
  const [areSingleKeysOn, setSingleKeysOn] = useState(dispatcher.hasSingleKeys);
  const [typed, setTyped] = useState('');
  const found = allCommands().filter(
    ({ label, keys }) => matchText(typed, `${label} ${keys.join(' ')}`) !== undefined,
  );
  return (
    <Dialog title={t('Keyboard')} isBare onClose={onClose} size="large">
      <div className={styles['help']}>
        <div className={`${dialog['head']} ${styles['head']}`}>
          <h2>{t('Keyboard')}</h2>
          <label className={`field grow ${styles['find']}`}>
            <Icon name="search" />
            <input
              // The dialog may come later than this component.
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked for the keys
              autoFocus
              aria-label={t('Find a key or an action')}
              placeholder={t('Find a key or an action')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
          <IconButton icon="x" label={t('Close')} onClick={onClose} />
        </div>
        {/* A region that scrolls takes the focus, so that keys can scroll it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={dialog['body']} tabIndex={0} aria-label={t('Keyboard')}>
          <div className={styles['keys']}>
            {GROUPS.map(([group, label]) => (
              <KeyGroup
                key={group}
                label={t(label)}
                commands={found.filter((command) => command.group === group)}
              />
            ))}
          </div>
          {found.length === 0 ? <p className="quiet">{t('Nothing found.')}</p> : null}
        </section>
        <div className={`${dialog['foot']} ${dialog['between']}`}>
          <label className="check">
            <input
              type="checkbox"
              role="switch"
              className={switches['switch']}
              checked={areSingleKeysOn}
              aria-checked={areSingleKeysOn}
              onChange={(event) => {
                dispatcher.setSingleKeys(event.target.checked);
                setSingleKeysOn(event.target.checked);
              }}
            />
            {t('Single keys without Ctrl or Alt')}
          </label>
          <GuideLink page="" className="touch-area">
            {t('User guide')}
          </GuideLink>
        </div>
      </div>
    </Dialog>
  );
}

function KeyGroup({
  label,
  commands,
}: {
  readonly label: string;
  readonly commands: readonly Command[];
}): ReactElement | null {
  if (commands.length === 0) return null;
  return (
    <section>
      <h3>{label}</h3>
      {commands.map((command) => (
        <div key={command.id} className={styles['row']}>
          <span>{command.label}</span>
          <span className={styles['strokes']}>
            {command.keys.map((stroke) => (
              <kbd key={stroke} className="key">
                {strokeText(stroke)}
              </kbd>
            ))}
          </span>
        </div>
      ))}
    </section>
  );
}
