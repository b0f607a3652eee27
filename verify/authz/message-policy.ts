import {
  absent,
  administrators,
  allow,
  anybody,
  deny,
  hide,
  isAdmin,
  isArchived,
  isGuest,
  mine,
  openToVisitors,
  user,
  read,
  readsChannel,
  readsLiving,
  write,
  type Policy,
  type Relation,
  type Verdict,
  type Who,
} from './policy.ts';

/** Messages: messages, and narrows-and-flags. Channel access alone does not open protected history. */
export function readsMessage(who: Who, relation: Relation): boolean {
  if (who.spectates) return relation === 'in web-public';
  if (who.elsewhere || !who.enters) return false;
  switch (relation) {
    case 'in public':
      return readsChannel(who, 'public');
    case 'in web-public':
      return readsChannel(who, 'web-public');
    case 'in private':
      return readsChannel(who, 'private');
    case 'in protected':
      return who.subscribed;
    case 'in archived':
      return readsChannel(who, 'archived');
    default:
      return isDirect(relation);
  }
}

/** Everybody can write to the keeper and be written to, so these are the actor's own conversations. */
export function isDirect(relation: Relation): boolean {
  return relation === 'own direct' || relation === 'direct to me';
}

function message(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined => {
    if (who.elsewhere && isDirect(relation)) return undefined;
    return readsMessage(who, relation) ? inner(who, relation) : hide();
  };
}

/** Messages that cannot be found are left out without a word. */
function named(who: Who, relation: Relation): Verdict | undefined {
  return who.elsewhere && isDirect(relation) ? undefined : allow;
}

/** Messages in an archived channel cannot change. */
function changed(inner: (who: Who, relation: Relation) => Verdict | undefined): Policy['rule'] {
  return message((who, relation) => (relation === 'in archived' ? hide() : inner(who, relation)));
}

function ownOnly(_who: Who, relation: Relation): Verdict {
  return relation === 'own direct' ? allow : deny();
}

/** None of the messages is being written: who may act on one that is learns that it has ended. */
function endedFor(rule: (who: Who, relation: Relation) => Verdict) {
  return (who: Who, relation: Relation): Verdict =>
    rule(who, relation) === allow ? deny(400, 'MESSAGE_STREAM_ENDED') : deny();
}

function inChannel(_who: Who, relation: Relation): Verdict {
  return isDirect(relation) ? deny() : allow;
}

const noSuchChannel = deny(400, 'STREAM_DOES_NOT_EXIST');

/** Bots may write where their owner, who is in every channel that is asked about, may. */
function posts(who: Who, relation: Relation): boolean {
  if (isArchived(relation)) return false;
  if (relation === 'web-public' || who.subscribed || who.isBot) return true;
  if (isGuest(who)) return false;
  return relation === 'public' || (relation === 'private' && who.right === 'subscribe');
}

function sends(who: Who, relation: Relation): Verdict {
  if (who.elsewhere || absent(relation)) return noSuchChannel;
  return posts(who, relation) ? allow : deny();
}

function types(who: Who, relation: Relation): Verdict {
  if (!readsChannel(who, relation) || isArchived(relation)) return hide();
  return posts(who, relation) ? allow : deny();
}

const badNarrow = deny(400, 'BAD_NARROW');
/** A narrow may name any channel that exists; what cannot be read is not found. */
function narrows(who: Who, relation: Relation): Verdict {
  return who.elsewhere || absent(relation) ? badNarrow : allow;
}

const livingUser = user((_who, relation) => (relation === 'deactivated' ? deny() : allow));

/** Organization settings §10: the uploader, and every reader of a message that refers to the file. */
export function fileRule(who: Who, relation: Relation): Verdict | undefined {
  if (who.elsewhere && isDirect(relation)) return undefined;
  return relation === 'own' || readsMessage(who, relation) ? allow : hide(404);
}

/** Messages and files that visitors may not read look like those that do not exist: both need an account. */
export function visitsMessage(_who: Who, relation: Relation): Verdict {
  return relation === 'in web-public' ? allow : hide(401, 'UNAUTHORIZED');
}

function ownFile(who: Who, relation: Relation): Verdict | undefined {
  if (who.elsewhere && isDirect(relation)) return undefined;
  return relation === 'own' ? allow : hide();
}

export const messagePolicies: readonly Policy[] = [
  // The owner of a bot is notified when it writes to a channel that does not exist.
  write('send-message', 'channel', sends, {
    way: 'to a channel',
    warns: (who, relation) => who.isBot && absent(relation),
  }),
  write('send-message', 'user', livingUser, { way: 'to a user' }),
  read('get-scheduled-messages', 'nothing', anybody),
  write('create-scheduled-message', 'channel', sends, { way: 'to a channel' }),
  write('create-scheduled-message', 'user', livingUser, { way: 'to a user' }),
  write('update-scheduled-message', 'scheduled', mine),
  write('delete-scheduled-message', 'scheduled', mine),
  read('get-reminders', 'nothing', anybody),
  write('create-message-reminder', 'message', message(anybody)),
  write('delete-reminder', 'reminder', mine),
  openToVisitors(read('get-messages', 'nothing', anybody, 'all'), anybody),
  openToVisitors(read('get-messages', 'message', named, 'by id'), anybody),
  openToVisitors(read('get-messages', 'channel', narrows, 'of a channel'), (_who, relation) =>
    relation === 'web-public' ? allow : hide(400, 'BAD_NARROW'),
  ),
  openToVisitors(read('get-messages', 'nothing', anybody, 'searched'), anybody),
  openToVisitors(read('get-message', 'message', message(anybody)), visitsMessage),
  read('check-messages-match-narrow', 'message', named),
  read('get-conversations', 'nothing', anybody, 'recent'),
  read('get-conversations', 'channel', anybody, 'named'),
  read('get-message-history', 'message', message(anybody)),
  read('get-read-receipts', 'message', message(anybody)),
  write('update-message', 'message', changed(ownOnly), { way: 'content' }),
  write('update-message', 'message', changed(inChannel), { way: 'topic' }),
  write(
    'update-message',
    'message',
    changed((who, relation) => (isGuest(who) ? deny() : inChannel(who, relation))),
    { way: 'to another channel', becomes: 'public' },
  ),
  write(
    'delete-message',
    'message',
    changed((who, relation) => (isAdmin(who) ? allow : ownOnly(who, relation))),
  ),
  write('delete-topic', 'channel', administrators(readsLiving)),
  write('remove-message-previews', 'message', changed(ownOnly)),
  write('append-to-message', 'message', changed(endedFor(ownOnly))),
  write(
    'stop-message',
    'message',
    changed(endedFor((who, relation) => (isAdmin(who) ? allow : ownOnly(who, relation)))),
  ),
  write('report-message', 'message', message(anybody)),
  write('add-reaction', 'message', changed(anybody)),
  write('remove-reaction', 'message', changed(anybody)),
  write('send-submessage', 'message', changed(ownOnly)),
  write('update-message-flags', 'message', message(anybody), { way: 'starred' }),
  write('update-message-flags', 'message', named, { way: 'read' }),
  write('update-message-flags-for-narrow', 'channel', narrows),
  write('mark-all-as-read', 'nothing', anybody),
  write('mark-stream-as-read', 'channel', readsLiving),
  write('mark-topic-as-read', 'channel', (who, relation) =>
    readsChannel(who, relation) && !isArchived(relation) ? undefined : hide(),
  ),
  read('render-message', 'nothing', anybody),
  openToVisitors(
    read('get-stream-topics', 'channel', (who, relation) => (readsChannel(who, relation) ? allow : hide())),
    (_who, relation) => (relation === 'web-public' ? allow : hide()),
  ),
  write('set-typing-status', 'channel', types, { way: 'in a channel' }),
  write(
    'set-typing-status',
    'user',
    user((_who, relation) => (relation === 'deactivated' ? undefined : allow)),
    { way: 'to a user' },
  ),
  write('set-typing-status-for-message-edit', 'message', message(ownOnly)),
  write('upload-file', 'nothing', anybody),
  read('get-file-temporary-url', 'file', fileRule),
  read('check-thumbnail-status', 'file', fileRule),
  read('get-attachments', 'nothing', anybody),
  write('remove-attachment', 'file', ownFile),
];
