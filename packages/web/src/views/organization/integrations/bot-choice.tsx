import { refuseCreatingBot } from '@parley/client';
import { botTypes } from '@parley/contract/objects/user.ts';
import { useState, type ReactElement } from 'react';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { NewBotDialog, type NamedBot } from '../../settings/bots/new-bot-dialog.tsx';
import { useBots } from '../../settings/bots/use-bots.ts';
import styles from './integrations.module.css';
import type { KnownIntegration } from './webhook-address.ts';

export type BotChoiceProps = {
  readonly integration: KnownIntegration;
  readonly chosen: number | undefined;
  readonly onChoose: (userId: number) => void;
  readonly onMade: (bot: NamedBot) => void;
};

/** The bot that writes: one of the user's own, whose key the user may read, or a new one. */
export function BotChoice({ integration, chosen, onChoose, onMade }: BotChoiceProps): ReactElement {
  const chat = useChat();
  const [isMaking, setMaking] = useState(false);
  const refusal = useSelect(
    chat.state,
    (state) => refuseCreatingBot(state, botTypes.incomingWebhook)?.reason,
  );
  const own = useBots().filter(
    ({ isOwn, isActive, type }) =>
      isOwn && isActive && (type === botTypes.incomingWebhook || type === botTypes.generic),
  );
  return (
    <div className={styles['bot']}>
      {own.length === 0 ? (
        <p className="help">{t('You have no bot that could write.')}</p>
      ) : (
        <SelectField
          label={t('Bot that writes')}
          value={chosen === undefined ? '' : String(chosen)}
          options={[
            ...(chosen === undefined ? [{ value: '', name: t('Choose a bot') }] : []),
            ...own.map(({ userId, name }) => ({ value: String(userId), name })),
          ]}
          onChange={(value) => {
            if (value !== '') onChoose(Number(value));
          }}
        />
      )}
      {refusal === undefined ? (
        <button type="button" className="btn" onClick={() => setMaking(true)}>
          {t('New bot')}
        </button>
      ) : (
        <WhoMay>{refusal}</WhoMay>
      )}
      {isMaking ? (
        <NewBotDialog
          type={botTypes.incomingWebhook}
          name={integration.display_name}
          onMade={(bot) => {
            setMaking(false);
            onMade(bot);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </div>
  );
}
