import type { ReactElement } from 'react';
import { useCommand } from '../../keys/use-command.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { t } from '../../words/index.ts';
import { usePanel } from '../../screen/panel-store.ts';

/** Opens and closes the side panel. */
export function PanelButton(): ReactElement {
  const { content, toggle } = usePanel();
  useCommand('panel', toggle);
  return (
    <span className="desk-only">
      <IconButton
        icon="panel"
        label={t('Side panel')}
        aria-pressed={content !== undefined}
        onClick={toggle}
      />
    </span>
  );
}
