import type { ReactElement } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { t } from '../../words/index.ts';

/** The header of a page of the phone's bar. */
export function PageHeader({ title }: { readonly title: string }): ReactElement {
  const dispatcher = useDispatcher();
  return (
    <header className="top">
      <div className="wrap">
        <div className="title">
          <h1>{title}</h1>
        </div>
        <div className="acts">
          <IconButton icon="search" label={t('Search')} onClick={() => dispatcher.run('palette')} />
        </div>
      </div>
    </header>
  );
}
