import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { locale } from '../words/index.ts';

/** The words that React Aria adds for screen readers are in the language of the interface, not of the browser. */
export function AriaWords({ children }: { readonly children: ReactNode }): ReactElement {
  return <I18nProvider locale={locale()}>{children}</I18nProvider>;
}
