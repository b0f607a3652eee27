import { html, Html } from '../../../http/html/html.ts';
import { STYLE } from './style.ts';
import { repliesText } from './words.ts';

export type EmailPage = {
  readonly realmName: string;
  readonly title: string;
  readonly content: Html;
  readonly settingsUrl: string;
  readonly unsubscribeUrl: string;
  /** Replies are posted in the conversation. */
  readonly takesReplies: boolean;
};

/** The HTML part of an e-mail: one column, no images, light and dark. */
export function emailPage(page: EmailPage): string {
  const { realmName, title, content, settingsUrl, unsubscribeUrl, takesReplies } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body class="ground">
        <div class="sheet">
          <p class="realm">${realmName}</p>
          <h1 class="title">${title}</h1>
          ${content}
          <p class="footer">
            ${repliesText(takesReplies)}<br />
            <a href="${settingsUrl}">Notification settings</a> ·
            <a href="${unsubscribeUrl}">Stop these e-mails</a>
          </p>
        </div>
      </body>
    </html>`.text;
}

/** The last lines of the text part. */
export function textFooter({
  settingsUrl,
  unsubscribeUrl,
  takesReplies,
}: Pick<EmailPage, 'settingsUrl' | 'unsubscribeUrl' | 'takesReplies'>): string {
  return [
    repliesText(takesReplies),
    `Notification settings: ${settingsUrl}`,
    `Stop these e-mails: ${unsubscribeUrl}`,
  ].join('\n');
}
