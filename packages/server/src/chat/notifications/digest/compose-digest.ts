import type { Email } from '../../../engine/mail/email.ts';
import { html, joinHtml, type Html } from '../../../http/html/html.ts';
import { listHeaders } from '../email/compose-email.ts';
import { emailPage, textFooter } from '../email/html-page.ts';
import { messagesHtml } from '../email/html-part.ts';
import { settingsUrlOf } from '../email/notification-email.ts';
import { messagesText } from '../email/text-part.ts';
import { hiddenText, realmSuffix, titleOf } from '../email/words.ts';
import type { Digest, DigestTopic } from './digest.ts';

const TITLE = 'Your week in brief';
const REASON = 'You get this e-mail once a week while you are away.';

/** The weekly e-mail about topics and channels that the user has missed. */
export function composeDigest(digest: Digest): Email {
  const { receiver, realm, noReplyAddress, hiddenBy, unsubscribeUrl } = digest;
  const links = { settingsUrl: settingsUrlOf(digest), unsubscribeUrl, takesReplies: false };
  const content = hiddenBy === undefined ? shownHtml(digest) : html`<p>${hiddenSummary(digest)}</p>`;
  const text = hiddenBy === undefined ? shownText(digest) : hiddenSummary(digest);
  const page = html`${content}
    <p><a class="button" href="${realm.url}">Open Parley</a></p>
    <p class="quiet">${REASON}</p>`;
  return {
    to: receiver.address,
    toName: receiver.name,
    fromName: 'Parley digest',
    subject: TITLE + realmSuffix(digest),
    text: `${[text, `Open Parley: ${realm.url}`, REASON, textFooter(links)].join('\n\n')}\n`,
    html: emailPage({ realmName: realm.name, title: TITLE, content: page, ...links }),
    headers: { 'Reply-To': noReplyAddress, ...listHeaders(digest) },
  };
}

function shownHtml(digest: Digest): Html {
  const topics = digest.topics.map(
    (topic) =>
      html`<h2 class="section"><a href="${topic.url}">${titleOf(topic.conversation)}</a></h2>
        ${messagesHtml({ ...digest, ...topic }, topic.messages)}
        <p class="quiet">${moreOf(topic)}</p>`,
  );
  const channels = digest.channels.map(
    ({ name, description, url }) =>
      html`<li><a href="${url}">#${name}</a>${description !== '' && `: ${description}`}</li>`,
  );
  return html`${joinHtml(topics, '')}${
    channels.length > 0 &&
    html`<h2 class="section">New channels</h2>
      <ul>
        ${joinHtml(channels, '')}
      </ul>`
  }`;
}

function shownText(digest: Digest): string {
  const topics = digest.topics.flatMap((topic) => [
    titleOf(topic.conversation),
    messagesText({ ...digest, ...topic }, topic.messages),
    [moreOf(topic), topic.url].filter((line) => line !== '').join('\n'),
  ]);
  const channels = digest.channels.map(
    ({ name, description, url }) => `#${name}${description === '' ? '' : `: ${description}`}\n${url}`,
  );
  return [...topics, ...(channels.length === 0 ? [] : ['New channels', ...channels])].join('\n\n');
}

function moreOf({ messages, messageCount }: DigestTopic): string {
  const more = messageCount - messages.length;
  return more === 0 ? '' : `and ${counted(more, 'more message')}`;
}

/** Numbers only, where settings hide the content. */
function hiddenSummary({ topics, channels, hiddenBy }: Digest): string {
  const messages = topics.reduce((sum, { messageCount }) => sum + messageCount, 0);
  const parts = [
    ...(messages === 0 ? [] : [counted(messages, 'new message')]),
    ...(channels.length === 0 ? [] : [counted(channels.length, 'new channel')]),
  ];
  return `There are ${parts.join(' and ')}. ${hiddenBy === undefined ? '' : hiddenText(hiddenBy)}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
