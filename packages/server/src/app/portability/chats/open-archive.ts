import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import type { ArchiveFiles } from './archive/archive-files.ts';
import { openFiles } from './archive/open-files.ts';
import type { ChatArchive } from './form.ts';
import { readDiscord } from './discord/read-discord.ts';
import { readMattermost } from './mattermost/read-mattermost.ts';
import { readRocketChat } from './rocketchat/read-rocketchat.ts';
import { readSlack } from './slack/read-slack.ts';
import { readTeams } from './teams/read-teams.ts';
import { readZulip } from './zulip/read-zulip.ts';

const READERS: Readonly<Record<ImportSource, (files: ArchiveFiles) => Promise<ChatArchive>>> = {
  zulip: readZulip,
  slack: readSlack,
  mattermost: readMattermost,
  discord: readDiscord,
  rocketchat: readRocketChat,
  teams: readTeams,
};

/** Opens the archive of another chat. The caller closes it. */
export async function openArchive(source: ImportSource, file: string): Promise<ChatArchive> {
  const files = await openFiles(file);
  try {
    return await READERS[source](files);
  } catch (error) {
    await files.close();
    throw error;
  }
}
