import { refuseCreatingBot } from '@parley/client';
import { botTypes } from '@parley/contract/objects/user.ts';
import { useActionState, useId, useState, type ReactElement } from 'react';
import { createBot, type MadeBot, type NewBot } from '../../../data/actions/bot-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import type { IconName } from '../../../parts/icons.ts';
import { RadioCards } from '../../../parts/radio-cards.tsx';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { shortNameOf } from './bot-list.ts';
import { BotServiceFields, type ServiceChoice } from './bot-service-fields.tsx';
import { botKindAbout, botKindWord } from './bot-words.ts';
import styles from './bots.module.css';
import { PictureField } from './picture-field.tsx';

const ICONS: Readonly<Record<number, IconName>> = {
  [botTypes.generic]: 'code',
  [botTypes.incomingWebhook]: 'forward',
  [botTypes.outgoingWebhook]: 'reply',
  [botTypes.embedded]: 'bot',
};

/** A bot that was just made, with the name that was given to it. */
export type NamedBot = MadeBot & { readonly name: string };

export type NewBotDialogProps = {
  /** The only kind, where another one makes no sense. */
  readonly type?: number;
  /** The name that the field begins with. */
  readonly name?: string;
  readonly onMade: (bot: NamedBot) => void;
  readonly onClose: () => void;
};

/** Asks for kind, name and picture of a bot, and makes it. */
export function NewBotDialog(props: NewBotDialogProps): ReactElement {
  const { type: onlyType, onMade, onClose } = props;
  const chat = useChat();
  const state = useWatched(chat.state);
  const form = useId();
  const services = (state.realm_embedded_bots ?? []).map(({ name }) => name);
  const types = Object.values(botTypes).filter((one) => one !== botTypes.embedded || services.length > 0);
  const first = types.find((one) => refuseCreatingBot(state, one) === undefined);
  const [chosen, setType] = useState<number>(onlyType ?? first ?? botTypes.incomingWebhook);
  const [name, setName] = useState(props.name ?? '');
  const [typedShort, setShort] = useState<string>();
  const [picture, setPicture] = useState<File>();
  const [choice, setChoice] = useState<ServiceChoice>({ url: '', format: '1', service: services[0] ?? '' });
  const short = typedShort ?? shortNameOf(name);
  const [error, submit, isPending] = useActionState(async () => {
    try {
      const made = await createBot(chat, requestOf(chosen, name.trim(), short, choice), picture);
      onMade({ ...made, name: name.trim() });
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('New bot')}
      size="medium"
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Create')}
          isReady={!isPending && refuseCreatingBot(state, chosen) === undefined}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        {onlyType === undefined ? (
          <RadioCards
            label={t('Kind')}
            cards={types.map((one) => {
              const refusal = refuseCreatingBot(state, one);
              return {
                value: String(one),
                name: botKindWord(one),
                about: refusal?.reason ?? botKindAbout(one),
                icon: ICONS[one] ?? 'bot',
                isDisabled: refusal !== undefined,
              };
            })}
            chosen={String(chosen)}
            onChoose={(value) => setType(Number(value))}
          />
        ) : null}
        <Field
          label={t('Name')}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={t('Start of its address')}
          required
          autoComplete="off"
          value={short}
          help={t('Letters, digits and hyphens. “-bot” and the domain of the server follow.')}
          onChange={(event) => setShort(event.currentTarget.value)}
        />
        <BotServiceFields type={chosen} choice={choice} services={services} onChange={setChoice} />
        <PictureField picture={picture} onChoose={setPicture} />
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function requestOf(type: number, name: string, short: string, choice: ServiceChoice): NewBot {
  return {
    bot_type: type as NonNullable<NewBot['bot_type']>,
    full_name: name,
    short_name: short,
    ...(type === botTypes.outgoingWebhook
      ? { payload_url: choice.url, interface_type: choice.format === '2' ? 2 : 1 }
      : {}),
    ...(type === botTypes.embedded ? { service_name: choice.service } : {}),
  };
}
