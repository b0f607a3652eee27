import { useState, type ReactElement } from 'react';
import {
  sendTest,
  type IntegrationFacts,
  type WebhookSample,
} from '../../../data/actions/integration-actions.ts';
import type { Conversation } from '../../../data/narrow/narrow.ts';
import { CopyField } from '../../../parts/copy-field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { conversationName } from '../../../screen/titles.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { CodeToCopy } from './code-to-copy.tsx';
import styles from './integrations.module.css';
import { curlCommand, webhookPath, type KnownIntegration, type WebhookChoice } from './webhook-address.ts';

const EMPTY_SAMPLE: WebhookSample = { headers: {}, query: {}, body: '{}' };

export type WebhookUseProps = {
  readonly integration: KnownIntegration;
  readonly facts: IntegrationFacts;
  readonly bot: { readonly userId: number; readonly apiKey: string };
  readonly choice: WebhookChoice;
};

/** The address to paste into the product, a command that sends a sample, and a test. */
export function WebhookUse({ integration, facts, bot, choice }: WebhookUseProps): ReactElement {
  const { chat } = useChatScreen();
  const url = useSelect(chat.state, (state) => state.realm_url ?? '');
  const sample = facts.samples[0] ?? EMPTY_SAMPLE;
  const address = `${url}${webhookPath(integration, bot.apiKey, choice)}`;
  const testPath = webhookPath(integration, bot.apiKey, choice, sample.query);
  return (
    <>
      <CopyField
        label={t('Address')}
        value={address}
        help={t('The key of the bot is in it: everyone who has the address can write as the bot.')}
      />
      <section>
        <h4 className={styles['step']}>{t('In {product}', { product: facts.display_name })}</h4>
        <p>{facts.setup}</p>
      </section>
      <CodeToCopy label={t('Try it in a shell')} text={curlCommand(`${url}${testPath}`, sample)} />
      <WebhookTest key={testPath} path={testPath} sample={sample} botId={bot.userId} choice={choice} />
    </>
  );
}

type Outcome =
  | { readonly kind: 'sending' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'arrived'; readonly messageId: number; readonly at: Conversation };

function WebhookTest(props: {
  readonly path: string;
  readonly sample: WebhookSample;
  readonly botId: number;
  readonly choice: WebhookChoice;
}): ReactElement {
  const { chat } = useChatScreen();
  const { path, sample, botId, choice } = props;
  const [outcome, setOutcome] = useState<Outcome>();
  const send = async (): Promise<void> => {
    setOutcome({ kind: 'sending' });
    try {
      const { messageId } = await sendTest(chat, { path, sample, botId, channelId: choice.channelId });
      const at = messageId === undefined ? undefined : await chat.locate(messageId);
      setOutcome(
        messageId === undefined || at === undefined
          ? { kind: 'nothing' }
          : { kind: 'arrived', messageId, at },
      );
    } catch (error) {
      setOutcome({ kind: 'failed', reason: failureText(error) });
    }
  };
  return (
    <div className={styles['test']}>
      <button
        type="button"
        className="btn"
        disabled={outcome?.kind === 'sending'}
        onClick={() => void send()}
      >
        {t('Send a test')}
      </button>
      <div role="status">{outcome === undefined ? null : <TestOutcome outcome={outcome} />}</div>
    </div>
  );
}

function TestOutcome({ outcome }: { readonly outcome: Outcome }): ReactElement | null {
  const { chat, go } = useChatScreen();
  switch (outcome.kind) {
    case 'sending':
      return null;
    case 'failed':
      return (
        <p className={styles['failed']}>
          <Icon name="alert" />
          {outcome.reason}
        </p>
      );
    case 'nothing':
      return (
        <p className={styles['outcome']}>
          <Icon name="alert" />
          {t(
            'The server took the test, and no message is to be seen: a filter drops it, or the bot may not write there.',
          )}
        </p>
      );
    case 'arrived':
      return (
        <p className={styles['outcome']}>
          <Icon name="done" className={styles['good'] ?? ''} />
          <span>
            {t('The test arrived in {place}.', { place: conversationName(chat.state.get(), outcome.at) })}{' '}
            <button
              type="button"
              className="lk"
              onClick={() => go({ view: 'messages', narrow: outcome.at, near: outcome.messageId })}
            >
              {t('Open it')}
            </button>
          </span>
        </p>
      );
  }
}
