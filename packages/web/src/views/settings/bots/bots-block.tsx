import { refuseCreatingBot } from '@parley/client';
import { botTypes } from '@parley/contract/objects/user.ts';
import { useState, type ReactElement } from 'react';
import { Cards } from '../../../parts/cards.tsx';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { plural, t } from '../../../words/index.ts';
import { BotCard } from './bot-card.tsx';
import { BotKeyDialog } from './bot-key-dialog.tsx';
import { findBots, type BotRow } from './bot-list.ts';
import { NewBotDialog, type NamedBot } from './new-bot-dialog.tsx';
import styles from './bots.module.css';

export type BotsBlockProps = {
  readonly bots: readonly BotRow[];
  /** Words for a list without bots. */
  readonly empty: string;
};

/** Cards at first, and more with each press: thousands stay fast. */
const PORTION = 30;

/** Bots that can be found, with a button that makes another one. */
export function BotsBlock({ bots, empty }: BotsBlockProps): ReactElement {
  const [isActive, setActive] = useState(true);
  const [typed, setTyped] = useState('');
  const [max, setMax] = useState(PORTION);
  const shown = bots.filter((bot) => bot.isActive === isActive);
  const found = findBots(shown, typed);
  const chip = (value: boolean, label: string): ReactElement => (
    <button type="button" className="chip" aria-pressed={isActive === value} onClick={() => setActive(value)}>
      {label} <span className="n">{bots.filter((bot) => bot.isActive === value).length}</span>
    </button>
  );
  return (
    <>
      <div className={styles['tools']}>
        <Field
          label={t('Filter by name or owner')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter by name or owner')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMax(PORTION);
          }}
        />
        <div className="chips">
          {chip(true, t('Active'))}
          {chip(false, t('Deactivated'))}
        </div>
        <NewBot />
      </div>
      {found.length === 0 ? (
        <p className="help" role="status">
          {typed !== '' ? t('Nothing matches.') : isActive ? empty : t('No bot was deactivated.')}
        </p>
      ) : (
        <Cards label={t('Bots')}>
          {found.slice(0, max).map((bot) => (
            <BotCard key={bot.userId} bot={bot} />
          ))}
        </Cards>
      )}
      {found.length > max ? (
        <button type="button" className="lk" onClick={() => setMax(max + PORTION)}>
          {plural(found.length - max, { one: '# more', other: '# more' })}
        </button>
      ) : null}
    </>
  );
}

function NewBot(): ReactElement {
  const chat = useChat();
  const refusal = useSelect(
    chat.state,
    (state) => refuseCreatingBot(state, botTypes.incomingWebhook)?.reason,
  );
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<NamedBot>();
  const email = useSelect(
    chat.state,
    (state) => state.realm_users?.find((user) => user.user_id === made?.userId)?.delivery_email ?? undefined,
  );
  if (refusal !== undefined) return <WhoMay>{refusal}</WhoMay>;
  return (
    <>
      <button type="button" className="btn primary" onClick={() => setOpen(true)}>
        <Icon name="plus" />
        {t('New bot')}
      </button>
      {isOpen ? (
        <NewBotDialog
          onMade={(bot) => {
            setOpen(false);
            setMade(bot);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {made === undefined ? null : (
        <BotKeyDialog
          name={made.name}
          email={email}
          apiKey={made.apiKey}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
