import { useEffect, useState, type ReactElement } from 'react';
import { readIntegration, type IntegrationFacts } from '../../../data/actions/integration-actions.ts';
import { readBotKey } from '../../../data/actions/bot-actions.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Picture } from '../../../parts/picture.tsx';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { BotChoice } from './bot-choice.tsx';
import { hueKey } from './incoming-tab.tsx';
import styles from './integrations.module.css';
import { WebhookFields } from './webhook-fields.tsx';
import { WebhookUse } from './webhook-use.tsx';
import type { KnownIntegration, WebhookChoice } from './webhook-address.ts';

const NOTHING: WebhookChoice = { channelId: undefined, topic: '', events: [], options: {} };

/** A bot with its key. */
type ChosenBot = { readonly userId: number; readonly apiKey: string };

/** Setting up an integration: who writes, where, and of what; then the address, a command and a test. */
export function IntegrationSetup({ integration }: { readonly integration: KnownIntegration }): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const { name, display_name: shown } = integration;
  const [facts, setFacts] = useState<IntegrationFacts>();
  const [problem, setProblem] = useState<string>();
  const [bot, setBot] = useState<ChosenBot>();
  const [choice, setChoice] = useState(NOTHING);
  useEffect(() => {
    readIntegration(chat, name).then(setFacts, (error: unknown) => setProblem(failureText(error)));
  }, [chat, name]);
  const choose = (userId: number): void => {
    setProblem(undefined);
    readBotKey(chat, userId).then(
      (apiKey) => setBot({ userId, apiKey }),
      (error: unknown) => setProblem(failureText(error)),
    );
  };
  return (
    <>
      <p>
        <a className="lk" href={addressOf({ view: 'organization', page: 'integrations' })}>
          <Icon name="left" isSmall />
          {t('All products')}
        </a>
      </p>
      <div className={styles['title']}>
        <Picture userId={hueKey(name)} name={shown} size={32} />
        <h3>{shown}</h3>
      </div>
      <p className="help">{facts?.about}</p>
      <div className={styles['form']} aria-busy={facts === undefined && problem === undefined}>
        <BotChoice
          integration={integration}
          chosen={bot?.userId}
          onChoose={choose}
          onMade={(made) => setBot({ userId: made.userId, apiKey: made.apiKey })}
        />
        <WebhookFields integration={integration} choice={choice} onChange={setChoice} />
        {problem === undefined ? null : (
          <p className="help bad" role="alert">
            {problem}
          </p>
        )}
        {bot === undefined || facts === undefined ? (
          <p className="help">{t('Choose a bot, and the address is made.')}</p>
        ) : (
          <WebhookUse integration={integration} facts={facts} bot={bot} choice={choice} />
        )}
      </div>
    </>
  );
}
