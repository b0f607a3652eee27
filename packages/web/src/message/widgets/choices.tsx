import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { conversationOf } from '../../data/narrow/judge.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { asList, asObject, textOf } from './poll-state.ts';
import { widgetContents } from './widget-events.ts';
import styles from './widget.module.css';

const MAX_CHOICES = 50;

/** Buttons of a bot, each of which sends a reply. */
export function Choices({ message }: { readonly message: Message }): ReactElement {
  const chat = useChat();
  const data = asObject(widgetContents(message)[0]?.value['extra_data']);
  const choices = asList(data['choices']).slice(0, MAX_CHOICES).map(asObject);
  const heading = textOf(data['heading']);
  return (
    <div className={styles['widget']} role="group" aria-label={heading === '' ? t('Choices') : heading}>
      <div className={styles['question']}>
        <bdi>{heading}</bdi>
      </div>
      {choices.map((choice) => (
        <div key={textOf(choice['short_name'])} className={styles['choice']}>
          <button
            type="button"
            className="btn"
            onClick={() =>
              void chat.outbox.send(conversationOf(message, chat.state.get()), textOf(choice['reply']))
            }
          >
            {textOf(choice['short_name'])}
          </button>
          <bdi>{textOf(choice['long_name'])}</bdi>
        </div>
      ))}
    </div>
  );
}
