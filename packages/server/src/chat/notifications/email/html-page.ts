import type { Words } from '@parley/contract/words/words.ts';
import { html, Html } from '../../../http/html/html.ts';
import { STYLE } from './style.ts';
import { repliesText } from './words.ts';

export type EmailPage = {
  readonly words: Words;
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
  const { words, realmName, title, content, settingsUrl, unsubscribeUrl, takesReplies } = page;
  return html`<!doctype html>
    <html lang="${words.locale}">
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
            ${repliesText(words, takesReplies)}<br />
            <a href="${settingsUrl}">${words.t('Notification settings')}</a> ·
            <a href="${unsubscribeUrl}">${words.t('Stop these e-mails')}</a>
          </p>
        </div>
      </body>
    </html>`.text;
}

/** The last lines of the text part. */
export function textFooter({
  words,
  settingsUrl,
  unsubscribeUrl,
  takesReplies,
}: Pick<EmailPage, 'words' | 'settingsUrl' | 'unsubscribeUrl' | 'takesReplies'>): string {
  return [
    repliesText(words, takesReplies),
    words.t('Notification settings: {url}', { url: settingsUrl }),
    words.t('Stop these e-mails: {url}', { url: unsubscribeUrl }),
  ].join('\n');
}
