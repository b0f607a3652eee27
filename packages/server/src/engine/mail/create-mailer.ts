import type { Config } from '../config.ts';
import type { Mailer } from './mailer.ts';

/** The SMTP library is large, so it is loaded with the first e-mail. */
export function createMailer(mail: Config['mail']): Mailer | undefined {
  if (mail === undefined) return undefined;
  let loaded: Promise<Mailer> | undefined;
  const mailer = (): Promise<Mailer> =>
    (loaded ??= import('./smtp.ts').then(({ createSmtpMailer }) => createSmtpMailer(mail)));
  return {
    send: async (email, id) => (await mailer()).send(email, id),
    verify: async () => (await mailer()).verify(),
    close: () => {
      void loaded?.then((opened) => opened.close());
    },
  };
}
