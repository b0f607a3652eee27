import { useState, type KeyboardEvent, type ReactElement } from 'react';
import type { CommandId } from '../keys/command-keys.ts';
import { commandOf } from '../keys/commands.ts';
import { strokeText } from '../keys/stroke-text.ts';
import { IconButton } from '../parts/icon-button.tsx';
import type { IconName } from '../parts/icons.ts';
import { t } from '../words/index.ts';
import type { Format } from './edit/format.ts';
import styles from './format-bar.module.css';

type Row = readonly [format: Format, icon: IconName, label: string, command?: CommandId];

function rows(): readonly Row[] {
  return [
    ['bold', 'bold', t('Bold'), 'bold'],
    ['italic', 'italic', t('Italic'), 'italic'],
    ['link', 'link', t('Link'), 'link'],
    ['code', 'code', t('Code'), 'code'],
    ['quote', 'quote', t('Quote')],
    ['list', 'listi', t('List')],
    ['spoiler', 'hide', t('Spoiler')],
    ['time', 'clock', t('Time for everyone')],
  ];
}

/** Buttons with one tab stop; the arrow keys move among them. */
export function FormatBar({ onFormat }: { readonly onFormat: (format: Format) => void }): ReactElement {
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (current + step + rows().length) % rows().length;
    setCurrent(next);
    (event.currentTarget.children.item(next) as HTMLElement | null)?.focus();
  };
  return (
    <div
      className={styles['bar']}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('Formatting')}
      onKeyDown={onKeyDown}
    >
      {rows().map(([format, icon, label, command], index) => {
        const stroke = command === undefined ? undefined : commandOf(command).keys[0];
        return (
          <IconButton
            key={format}
            icon={icon}
            label={label}
            tabIndex={index === current ? 0 : -1}
            {...(stroke === undefined ? {} : { shortcut: strokeText(stroke) })}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onFormat(format)}
          />
        );
      })}
    </div>
  );
}
