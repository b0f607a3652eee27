import { deleteAvatar } from '@parley/contract/endpoints/avatars.ts';
import { deactivateCustomEmoji } from '@parley/contract/endpoints/custom-emoji.ts';
import { deleteRealmIcon, deleteRealmLogo } from '@parley/contract/endpoints/realm-images.ts';
import type { TestUser } from '../harness.ts';
import { GIF, PNG } from '../pictures.ts';
import type { Act, Stage } from './acts.ts';
import { sendFiles } from '../send-files.ts';

async function send({ server }: Stage, user: TestUser, path: string, file: Buffer): Promise<void> {
  const { status, body } = await sendFiles(server, user, path, [file]);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
}

export function emojiActs(): Act[] {
  return [
    {
      name: 'emoji are uploaded',
      run: async (stage) => {
        await send(stage, stage.cast.member, '/realm/emoji/our-party', PNG);
        await send(stage, stage.cast.hero, '/realm/emoji/our-spinner', GIF);
      },
    },
    {
      name: 'an emoji is removed and its name given to another one',
      run: async (stage) => {
        await stage.cast.member.connection.call(deactivateCustomEmoji, { emoji_name: 'our-party' });
        await send(stage, stage.cast.administrator, '/realm/emoji/our-party', GIF);
      },
    },
  ];
}

export function imageActs(): Act[] {
  return [
    {
      name: 'the organization has pictures of its own',
      run: async (stage) => {
        const { administrator } = stage.cast;
        await send(stage, administrator, '/realm/icon', PNG);
        await send(stage, administrator, '/realm/logo?night=false', GIF);
        await send(stage, administrator, '/realm/logo?night=true', PNG);
        await send(stage, administrator, '/realm/icon', GIF);
      },
    },
    {
      name: 'the organization has some of its first pictures again',
      run: async ({ cast: { owner } }) => {
        await owner.connection.call(deleteRealmIcon);
        await owner.connection.call(deleteRealmLogo, { night: true });
      },
    },
  ];
}

export function avatarActs(): Act[] {
  return [
    {
      name: 'users and bots have other pictures',
      run: async (stage) => {
        await send(stage, stage.cast.hero, '/users/me/avatar', PNG);
        await send(stage, stage.cast.bot, '/users/me/avatar', GIF);
        await send(stage, stage.cast.hero, '/users/me/avatar', GIF);
      },
    },
    {
      name: 'somebody has no picture any more',
      run: ({ cast: { hero } }) => hero.connection.call(deleteAvatar),
    },
  ];
}
