import type { ReactElement } from 'react';
import { CopyField } from '../../../parts/copy-field.tsx';
import { t } from '../../../words/index.ts';
import { QrCode } from './qr-code.tsx';

/** The secret of an authenticator app, to be read or typed. */
export function AuthenticatorSecret(props: { readonly secret: string; readonly url: string }): ReactElement {
  return (
    <>
      <p className="help">{t('Read this code with an authenticator app on your phone.')}</p>
      <QrCode text={props.url} label={t('QR code for the authenticator app')} />
      <CopyField
        label={t('Or type this secret')}
        value={props.secret}
        help={t('Keep it to yourself: it makes the codes.')}
      />
    </>
  );
}
