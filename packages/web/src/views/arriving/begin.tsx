import { useEffect, useState, type ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { BeginCode } from './begin-code.tsx';
import { BeginForm } from './begin-form.tsx';

export type BeginProps = {
  readonly version: string;
  readonly onEnter: () => void;
};

/** A server without an organization: its code first, then three questions. */
export function Begin({ version, onEnter }: BeginProps): ReactElement {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    document.title = t('Begin · Parley');
  }, []);
  return code === undefined ? (
    <BeginCode version={version} onCode={setCode} />
  ) : (
    <BeginForm version={version} code={code} onEnter={onEnter} />
  );
}
