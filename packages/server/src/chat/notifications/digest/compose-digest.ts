import type { Words } from '@parley/contract/words/words.ts';
import type { Email } from '../../../engine/mail/email.ts';
import { html, joinHtml, type Html } from '../../../http/html/html.ts';
import { listHeaders } from '../email/compose-email.ts';
import { emailPage, textFooter } from '../email/html-page.ts';
import { messagesHtml } from '../email/html-part.ts';
import { settingsUrlOf } from '../email/notification-email.ts';
import { messagesText } from '../email/text-part.ts';
import { hiddenText, realmSuffix, titleOf } from '../email/words.ts';
import type { Digest, DigestTopic } from './digest.ts';

/** The weekly e-mail about topics and channels that the user has missed. */
export function composeDigest(digest: Digest): Email {
  const { words, receiver, realm, noReplyAddress, hiddenBy, unsubscribeUrl } = digest;
  const { t } = words;
  const title = t('Your week in brief');
  const reason = t('You get this e-mail once a week while you are away.');
  const links = { words, settingsUrl: settingsUrlOf(digest), unsubscribeUrl, takesReplies: false };
  const content = hiddenBy === undefined ? shownHtml(digest) : html`<p>${hiddenSummary(digest)}</p>`;
  const text = hiddenBy === undefined ? shownText(digest) : hiddenSummary(digest);
  const page = html`${content}
    <p><a class="button" href="${realm.url}">${t('Open Parley')}</a></p>
    <p class="quiet">${reason}</p>`;
  return {
    to: receiver.address,
    toName: receiver.name,
    fromName: t('Parley digest'),
    subject: title + realmSuffix(digest),
    text: `${[text, t('Open Parley: {url}', { url: realm.url }), reason, textFooter(links)].join('\n\n')}\n`,
    html: emailPage({ realmName: realm.name, title, content: page, ...links }),
    headers: { 'Reply-To': noReplyAddress, ...listHeaders(digest) },
  };
}

function shownHtml(digest: Digest): Html {
  const { words } = digest;
  const topics = digest.topics.map(
    (topic) =>
      html`<h2 class="section"><a href="${topic.url}">${titleOf(words, topic.conversation)}</a></h2>
        ${messagesHtml({ ...digest, ...topic }, topic.messages)}
        <p class="quiet">${moreOf(words, topic)}</p>`,
  );
  const channels = digest.channels.map(
    ({ name, description, url }) =>
      html`<li><a href="${url}">#${name}</a>${description !== '' && `: ${description}`}</li>`,
  );
  return html`${joinHtml(topics, '')}${
    channels.length > 0 &&
    html`<h2 class="section">${words.t('New channels')}</h2>
      <ul>
        ${joinHtml(channels, '')}
      </ul>`
  }`;
}

function shownText(digest: Digest): string {
  const { words } = digest;
  const topics = digest.topics.flatMap((topic) => [
    titleOf(words, topic.conversation),
    messagesText({ ...digest, ...topic }, topic.messages),
    [moreOf(words, topic), topic.url].filter((line) => line !== '').join('\n'),
  ]);
  const channels = digest.channels.map(
    ({ name, description, url }) => `#${name}${description === '' ? '' : `: ${description}`}\n${url}`,
  );
  return [...topics, ...(channels.length === 0 ? [] : [words.t('New channels'), ...channels])].join('\n\n');
}

function moreOf({ plural }: Words, { messages, messageCount }: DigestTopic): string {
  const more = messageCount - messages.length;
  return more === 0 ? '' : plural(more, { one: 'and # more message', other: 'and # more messages' });
}

/** Numbers only, where settings hide the content. */
function hiddenSummary({ words, topics, channels, hiddenBy }: Digest): string {
  const { t, plural, listOf } = words;
  const messages = topics.reduce((sum, { messageCount }) => sum + messageCount, 0);
  const parts = [
    ...(messages === 0 ? [] : [plural(messages, { one: '# new message', other: '# new messages' })]),
    ...(channels.length === 0
      ? []
      : [plural(channels.length, { one: '# new channel', other: '# new channels' })]),
  ];
  return `${t('There are {things}.', { things: listOf(parts) })} ${hiddenBy === undefined ? '' : hiddenText(words, hiddenBy)}`;
}
