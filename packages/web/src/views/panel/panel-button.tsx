import type { ReactElement } from 'react';
import { useCommand } from '../../keys/use-command.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { t } from '../../words/index.ts';
import { useCell } from '../../parts/use-cell.ts';
import { panel, togglePanel } from '../../screen/panel-store.ts';

/** Opens and closes the side panel. */
export function PanelButton(): ReactElement {
  const { content } = useCell(panel);
  useCommand('panel', togglePanel);
  return (
    <span className="desk-only">
      <IconButton
        icon="panel"
        label={t('Side panel')}
        aria-pressed={content !== undefined}
        onClick={togglePanel}
      />
    </span>
  );
}
