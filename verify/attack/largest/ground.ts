import type { Account, Send } from '../client.ts';
import { channelOf, sayIn, upload } from '../areas/helpers.ts';
import { PASSWORD, type Stage } from '../stage.ts';

/** An organization with one object of each kind, so that requests reach the code behind the checks. */
export type Ground = {
  readonly owner: Account;
  /** The key of an incoming webhook bot of the owner. */
  readonly webhookKey: string;
  /** Texts of parameters by name: ids of the objects, and words that an operation accepts. */
  readonly values: Readonly<Record<string, string>>;
  /** The path of a file of the owner. */
  readonly file: string;
};

const LATER = String(Math.floor(Date.now() / 1000) + 86_400);
const DRAFT = '{"type":"private","to":[],"topic":"","content":"x"}';
const WEBHOOK_BOT = '2';

export async function layGround({ send, organization }: Stage): Promise<Ground> {
  const owner = await organization();
  const channel = await channelOf(send, owner, `ground ${owner.id}`);
  const message = await sayIn(send, owner, channel, 'a *message*');
  const made = async (
    path: string,
    form: Readonly<Record<string, string>>,
    name: string,
  ): Promise<string> => {
    const { json, text } = await send(`/api/v1${path}`, { method: 'POST', as: owner, form });
    const value = [json[name]].flat()[0];
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`${path} did not make an object: ${text.slice(0, 200)}`);
    return String(value);
  };
  const bot = { short_name: `ground${owner.id}`, full_name: `Ground ${owner.id}` };
  const hook = { short_name: `hook${owner.id}`, full_name: `Hook ${owner.id}`, bot_type: WEBHOOK_BOT };
  const url = String(
    (await upload(send, owner, { name: 'a.txt', type: 'text/plain', content: 'x' })).json['url'],
  );
  const [realm = '', ...filename] = url.replace('/user_uploads/', '').split('/');
  const scheduled = {
    type: 'direct',
    to: `[${owner.id}]`,
    content: 'x',
    scheduled_delivery_timestamp: LATER,
  };
  return {
    owner,
    file: url,
    webhookKey: await made('/bots', hook, 'api_key'),
    values: {
      ...WORDS,
      user_id: String(owner.id),
      muted_user_id: String(owner.id),
      user_id_or_email: String(owner.id),
      email: owner.email,
      username: owner.email,
      stream: `ground ${owner.id}`,
      stream_id: String(channel),
      to: String(channel),
      message_id: String(message),
      messages: `[${message}]`,
      msg_ids: `[${message}]`,
      realm_id_str: realm,
      filename: filename.join('/'),
      user_group_id: await made(
        '/user_groups/create',
        { name: 'ground', description: '', members: '[]' },
        'group_id',
      ),
      bot_id: await made('/bots', bot, 'user_id'),
      field_id: await made('/realm/profile_fields', { field_type: '1', name: 'ground' }, 'id'),
      filter_id: await made(
        '/realm/filters',
        { pattern: WORDS.pattern, url_template: WORDS.url_template },
        'id',
      ),
      draft_id: await made('/drafts', { drafts: `[${DRAFT}]` }, 'ids'),
      saved_snippet_id: await made('/saved_snippets', { title: 'x', content: 'x' }, 'saved_snippet_id'),
      scheduled_message_id: await made('/scheduled_messages', scheduled, 'scheduled_message_id'),
      reminder_id: await made(
        '/reminders',
        { message_id: String(message), scheduled_delivery_timestamp: LATER },
        'reminder_id',
      ),
      channel_folder_id: await made(
        '/channel_folders/create',
        { name: 'ground', description: '' },
        'channel_folder_id',
      ),
      queue_id: await made('/register', { event_types: '["drafts"]' }, 'queue_id'),
    },
  };
}

/** Values that do not depend on objects. */
const WORDS = {
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://example.com/{id}',
  password: PASSWORD,
  old_password: PASSWORD,
  type: 'channel',
  topic: 'talk',
  topic_name: 'talk',
  content: 'a text',
  anchor: 'newest',
  num_before: '10',
  num_after: '10',
  narrow: '[]',
  op: 'add',
  flag: 'starred',
  emoji_name: 'octopus',
  scheduled_delivery_timestamp: LATER,
  property: 'pin_to_top',
  value: 'true',
  field_type: '1',
  fragment: 'narrow/is/starred',
  invitee_emails: 'invitee@example.com',
  stream_ids: '[]',
  url: 'https://example.com/hook',
  status: 'active',
  dont_block: 'true',
  last_event_id: '0',
  report_type: 'spam',
  msg_type: 'widget',
  visibility_policy: '1',
  alert_words: '["word"]',
  subscriptions: '[{"name":"ground"}]',
  members: '[]',
  subscribers: '[]',
  draft: DRAFT,
  drafts: `[${DRAFT}]`,
  domain: 'example.org',
  integration: 'json',
} as const;

/** Whether the owner can still work: some requests end the account. */
export async function isAlive(send: Send, { owner }: Ground): Promise<boolean> {
  return (await send('/api/v1/users/me', { as: owner })).status === 200;
}
