import type { ReactElement, ReactNode } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { t } from '../../words/index.ts';

/** The header of a page of the phone's bar. */
export function PageHeader(props: {
  readonly title: string;
  /** Quiet words beside the title. */
  readonly note?: string;
  /** Buttons at the end. */
  readonly children?: ReactNode;
}): ReactElement {
  const dispatcher = useDispatcher();
  return (
    <header className="top wide">
      <div className="wrap wide">
        <div className="title">
          <h1>{props.title}</h1>
          {props.note === undefined ? null : <span className="quiet desk-only lead">{props.note}</span>}
        </div>
        <div className="acts">
          <IconButton
            icon="search"
            label={t('Search')}
            className="phone-only"
            onClick={() => dispatcher.run('search')}
          />
          {props.children}
        </div>
      </div>
    </header>
  );
}
