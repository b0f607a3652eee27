import { useEffect, useRef, type ReactElement } from 'react';
import { isConversation, narrowKey, type Narrow } from '../data/narrow/narrow.ts';
import { useCommand } from '../keys/use-command.ts';
import { useCell } from '../parts/use-cell.ts';
import { Composer } from './composer.tsx';
import { useCompose, type ComposeMode } from './control.ts';
import { NewComposer } from './new-composer.tsx';
import styles from './composer-dock.module.css';

/** The place for writing at the end of a view; empty where there is nothing to write to. */
export function ComposerDock({ narrow }: { readonly narrow?: Narrow | undefined }): ReactElement | null {
  const control = useCompose();
  const mode = useCell(control.mode);
  const close = (): void => control.setMode({ kind: 'conversation' });
  useEndOfMode(narrow);
  useCommand('reply', narrow === undefined ? undefined : () => control.focus());
  const box = boxFor(mode, narrow, close);
  if (box === null) return null;
  return (
    <div className={styles['dock']} data-dock>
      <div className="wrap">{box}</div>
    </div>
  );
}

/** Another view is another place for writing. */
function useEndOfMode(narrow: Narrow | undefined): void {
  const control = useCompose();
  const key = narrow === undefined ? '' : narrowKey(narrow);
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    control.setMode({ kind: 'conversation' });
    control.setEdited(undefined);
  }, [control, key]);
}

function boxFor(mode: ComposeMode, narrow: Narrow | undefined, close: () => void): ReactElement | null {
  switch (mode.kind) {
    case 'new':
      return <NewComposer key={JSON.stringify(mode.start)} start={mode.start} onClose={close} />;
    case 'conversation':
      if (narrow === undefined) return null;
      if (isConversation(narrow)) return <Composer conversation={narrow} />;
      return narrow.kind === 'channel' ? (
        <NewComposer key={narrow.channelId} start={{ kind: 'topic', channelId: narrow.channelId }} />
      ) : null;
  }
}
