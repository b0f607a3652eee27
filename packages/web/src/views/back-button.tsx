import type { ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { t } from '../words/index.ts';

/** The way out of a view: to `onClick`, else to the place before. */
export function BackButton({ onClick = goBack }: { readonly onClick?: () => void }): ReactElement {
  return <IconButton icon="left" label={t('Back')} className="back" onClick={onClick} />;
}

function goBack(): void {
  globalThis.history.back();
}
