import { Suspense, useRef, useState, type ChangeEvent, type ReactElement } from 'react';
import { commandOf } from '../keys/commands.ts';
import { strokeText } from '../keys/stroke-text.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { TOUCH_QUERY, useMedia } from '../parts/use-media.ts';
import { MenuButton } from '../parts/menu.tsx';
import { t } from '../words/index.ts';
import { CallButton } from './call-button.tsx';
import { attachFiles } from './paste.ts';
import type { ComposeSession } from './session.ts';
import type { ComposeField } from './use-field.ts';
import box from './compose-box.module.css';

type Toggle = readonly [isOn: boolean, set: (isOn: boolean) => void];

export type ComposeToolsProps = {
  readonly session: ComposeSession;
  readonly field: ComposeField;
  readonly emoji: Toggle;
  readonly formatBar: Toggle;
  readonly preview: Toggle;
  readonly onSendText: ((text: string) => void) | undefined;
};

const WidgetForm = lazyPart(async () => (await import('./widget-form.tsx')).WidgetForm);

/** Buttons below the text. */
export function ComposeTools(props: ComposeToolsProps): ReactElement {
  const { session, field, emoji, formatBar, preview, onSendText } = props;
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isTouch = useMedia(TOUCH_QUERY);
  const attach = (event: ChangeEvent<HTMLInputElement>): void => {
    attachFiles(field, session, [...(event.target.files ?? [])]);
    event.target.value = '';
  };
  const [widget, setWidget] = useState<'poll' | 'todo'>();
  const previewKey = commandOf('preview').keys[0] ?? '';
  return (
    <>
      <input ref={picker} type="file" multiple hidden onChange={attach} />
      <IconButton icon="clip" label={t('Attach files')} onClick={() => picker.current?.click()} />
      {isTouch ? (
        <>
          <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={attach} />
          <IconButton
            icon="camera"
            className={box['extra']}
            label={t('Take a picture')}
            onClick={() => camera.current?.click()}
          />
        </>
      ) : null}
      <IconButton
        icon="smile"
        label={t('Emoji')}
        aria-expanded={emoji[0]}
        aria-haspopup="dialog"
        data-opens-emoji=""
        onClick={() => emoji[1](!emoji[0])}
      />
      <IconButton
        icon="text"
        className={box['extra']}
        label={t('Formatting')}
        aria-pressed={formatBar[0]}
        onClick={() => formatBar[1](!formatBar[0])}
      />
      {onSendText === undefined ? null : (
        <CallButton className={box['extra']} onText={(text) => field.insert(text)} />
      )}
      {onSendText === undefined ? null : (
        <MenuButton
          label={t('Poll or to-do list')}
          className={`ib ${box['extra']}`}
          placement="top start"
          groups={() => [
            {
              entries: [
                { id: 'poll', label: t('Poll'), icon: 'poll', run: () => setWidget('poll') },
                { id: 'todo', label: t('To-do list'), icon: 'listi', run: () => setWidget('todo') },
              ],
            },
          ]}
        >
          <Icon name="poll" />
        </MenuButton>
      )}
      <IconButton
        icon="eye"
        className={box['extra']}
        label={t('Preview')}
        shortcut={strokeText(previewKey)}
        aria-pressed={preview[0]}
        onClick={() => preview[1](!preview[0])}
      />
      {widget === undefined || onSendText === undefined ? null : (
        <Suspense fallback={null}>
          <WidgetForm
            kind={widget}
            onSend={(text) => {
              setWidget(undefined);
              onSendText(text);
              field.focus();
            }}
            onClose={() => setWidget(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
