import { createZip, type ZipEntry } from '../write-zip.ts';

type Json = Readonly<Record<string, unknown>>;

const T = 1_763_438_400_000;
const ADA = 'aaaaaaaa-0000-4000-8000-000000000001';
const BOB = 'bbbbbbbb-0000-4000-8000-000000000002';
const GUS = 'cccccccc-0000-4000-8000-000000000003';
const TEAM = 'dddddddd-0000-4000-8000-000000000004';
export const GENERAL = '19:general@thread.tacv2';
const CLOSED = '19:closed@thread.tacv2';
const PAIR = `19:${ADA}_${BOB}@unq.gbl.spaces`;
const GROUP = '19:0123456789abcdef@thread.v2';
const NAMES: Readonly<Record<string, string>> = { [ADA]: 'Ada L.', [BOB]: 'Bob K.', [GUS]: 'Gus' };

export const TEAMS_PEOPLE = { ada: ADA, bob: BOB, gus: GUS } as const;

function user(id: string): Json {
  return {
    Application: null,
    Device: null,
    User: { Id: id, DisplayName: NAMES[id] ?? 'Former', UserIdentityType: 'aadUser' },
  };
}

/** A message of Teams, its time counted from that of the first. */
export function sent(at: number, who: string, html: string, rest: Json = {}): Json {
  return {
    Id: String(T + at),
    Body: { ContentType: 'html', Content: html },
    CreatedDateTime: new Date(T + at).toISOString().replace('Z', '+00:00'),
    LastEditedDateTime: null,
    DeletedDateTime: null,
    Subject: '',
    ReplyToId: null,
    From: user(who),
    Attachments: [],
    Mentions: [],
    Reactions: [],
    MessageType: 'message',
    ChannelIdentity: { TeamId: TEAM, ChannelId: GENERAL },
    ChatId: null,
    ...rest,
  };
}

function inChat(chat: string): Json {
  return { ChannelIdentity: null, ChatId: chat };
}

function mention(id: number, who: string, text: string): Json {
  return {
    Id: id,
    MentionText: text,
    Mentioned: { Application: null, User: { Id: who, DisplayName: text } },
  };
}

function channel(id: string, name: string, kind: string): Json {
  return {
    Id: id,
    CreatedDateTime: '2025-08-12T06:52:14.885Z',
    DisplayName: name,
    Description: 'all',
    MembershipType: kind,
  };
}

/** Files of an export that has each case once. */
export const TEAMS_FILES: Readonly<Record<string, unknown>> = {
  'users/usersList.json': [
    { Id: ADA, DisplayName: 'Ada L.', Mail: 'ada@example.com', UserPrincipalName: 'ada@tenant.example.com' },
    { Id: BOB, DisplayName: 'Bob K.', Mail: null, UserPrincipalName: 'bob@example.com' },
    { Id: GUS, DisplayName: 'Gus', Mail: 'gus@example.com' },
  ],
  'teams/teamsList.json': [
    { Name: 'Acme', Privacy: 'Public', GroupsId: TEAM },
    { Name: 'No team', Privacy: 'Public', GroupsId: 'eeeeeeee-0000-4000-8000-000000000005' },
  ],
  'teams/teamsSettings.json': [{ Id: TEAM, DisplayName: 'Acme', Visibility: 'public', IsArchived: false }],
  [`teams/${TEAM}/channels_${TEAM}.json`]: [
    channel(GENERAL, 'General', 'standard'),
    channel(CLOSED, 'Closed', 'private'),
  ],
  [`teams/${TEAM}/teamMembers_${TEAM}.json`]: [{ UserId: ADA }, { UserId: BOB }],
  [`teams/${TEAM}/messages_${TEAM}.json`]: [
    sent(50_200, BOB, '<p>thanks <at id="0">Ada</at>&nbsp;<at id="1">L.</at> &amp; all</p>', {
      ReplyToId: String(T),
      Mentions: [mention(0, ADA, 'Ada'), mention(1, ADA, 'L.')],
      Reactions: [
        { ReactionType: '👍', User: { User: { Id: ADA } } },
        { ReactionType: 'heart', User: { User: { Id: BOB } } },
      ],
    }),
    sent(
      0,
      ADA,
      '<p>out <strong>now</strong></p><ul><li>a</li><li>b</li></ul><attachment id="e5"></attachment>',
      {
        Subject: 'Release 3',
        LastEditedDateTime: new Date(T + 10_000).toISOString(),
        Attachments: [
          {
            Id: 'e5',
            ContentType: 'reference',
            ContentUrl: 'https://acme.sharepoint.example.com/sites/Acme/Shared Documents/log (1).txt',
            Name: 'log (1).txt',
          },
        ],
      },
    ),
    sent(
      60_000,
      BOB,
      `<p>see <a href="https://teams.microsoft.com/l/message/${encodeURIComponent(GENERAL)}/${T}?x=1">this</a></p>`,
    ),
    sent(-1, ADA, '<systemEventMessage/>', { From: null, MessageType: 'unknownFutureValue' }),
    sent(70_000, ADA, '', { DeletedDateTime: new Date(T + 80_000).toISOString() }),
    sent(80_000, ADA, '<p>for few</p>', { ChannelIdentity: { TeamId: TEAM, ChannelId: CLOSED } }),
    sent(90_000, BOB, '', {
      From: { Application: { Id: 'app1', DisplayName: 'Builds' } },
      Body: { ContentType: 'text', Content: 'built' },
    }),
    sent(95_000, 'gone', '<p>from somebody who left</p>'),
  ],
  [`users/${ADA}/messages_${ADA}.json`]: [
    sent(100_000, BOB, '<p>hi</p>', inChat(PAIR)),
    sent(110_000, ADA, '<pre>let a = 1;\n</pre><script>alert(1)</script>', inChat(GROUP)),
  ],
  [`users/${BOB}/messages_${BOB}.json`]: [
    sent(100_000, BOB, '<p>hi</p>', inChat(PAIR)),
    sent(110_000, ADA, '<pre>let a = 1;\n</pre><script>alert(1)</script>', inChat(GROUP)),
  ],
  [`users/${GUS}/messages_${GUS}.json`]: [
    sent(110_000, ADA, '<pre>let a = 1;\n</pre><script>alert(1)</script>', inChat(GROUP)),
  ],
};

/** Writes an export of Teams; files that are `undefined` are left out. */
export async function writeTeams(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
  entries: readonly ZipEntry[] = [],
): Promise<string> {
  const zip = createZip(file);
  for (const [name, content] of Object.entries({ ...TEAMS_FILES, ...changes }))
    if (content !== undefined)
      await zip.add({
        name: `TeamsData_Acme/${name}`,
        content: typeof content === 'string' ? content : JSON.stringify(content),
      });
  for (const entry of entries) await zip.add(entry);
  await zip.close();
  return file;
}

/** The file with the messages of the team. */
export const TEAM_MESSAGES = `teams/${TEAM}/messages_${TEAM}.json`;
