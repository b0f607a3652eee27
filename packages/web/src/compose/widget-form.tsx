import { useState, type ReactElement } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { FormFoot } from '../parts/form-foot.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { t } from '../words/index.ts';
import { MAX_WIDGET_LINES, widgetText } from './widget-text.ts';
import styles from './widget-form.module.css';

export type WidgetFormProps = {
  readonly kind: 'poll' | 'todo';
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
};

type Line = { readonly id: number; readonly text: string };

/** Asks for a poll or a to-do list and sends it as a message. */
export function WidgetForm({ kind, onSend, onClose }: WidgetFormProps): ReactElement {
  const [title, setTitle] = useState('');
  const [lines, setLines] = useState<readonly Line[]>([
    { id: 1, text: '' },
    { id: 2, text: '' },
  ]);
  const isPoll = kind === 'poll';
  const isReady = isPoll
    ? title.trim() !== ''
    : title.trim() !== '' || lines.some(({ text }) => text.trim() !== '');
  const change = (id: number, text: string): void => {
    const next = lines.map((line) => (line.id === id ? { id, text } : line));
    const isFull = next.every((line) => line.text !== '') && next.length < MAX_WIDGET_LINES;
    setLines(isFull ? [...next, { id: Math.max(...next.map((line) => line.id)) + 1, text: '' }] : next);
  };
  const send = (): void => {
    if (isReady) onSend(widgetText({ kind, title, lines: lines.map(({ text }) => text) }));
  };
  return (
    <Dialog
      title={isPoll ? t('New poll') : t('New to-do list')}
      size="small"
      onClose={onClose}
      foot={
        <FormFoot
          form="widget-form"
          label={isPoll ? t('Send poll') : t('Send list')}
          isReady={isReady}
          onClose={onClose}
        />
      }
    >
      <form
        id="widget-form"
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label className="l" htmlFor="widget-title">
          {isPoll ? t('Question') : t('Title')}
        </label>
        <div className="field">
          <input id="widget-title" value={title} onChange={(event) => setTitle(event.target.value)} />
        </div>
        <fieldset>
          <legend className="l">{isPoll ? t('Choices') : t('Tasks')}</legend>
          {lines.map(({ id, text }, index) => (
            <div className="field" key={id}>
              <input
                aria-label={
                  isPoll
                    ? t('Choice {number}', { number: index + 1 })
                    : t('Task {number}', { number: index + 1 })
                }
                value={text}
                onChange={(event) => change(id, event.target.value)}
              />
              <IconButton
                icon="x"
                label={t('Remove')}
                disabled={lines.length === 1}
                onClick={() => setLines(lines.filter((line) => line.id !== id))}
              />
            </div>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
