import { archiveUrl } from '@parley/server/app/portability/archive-address.ts';
import { pages } from '@parley/server/app/pages.ts';
import { GIF, PNG } from '@parley/test-support/pictures.ts';
import { credentialsOf, HOME, OTHER, type Actor, type Stage } from './cast.ts';
import type { Target } from './targets.ts';

const IS_MEDIA = /^\/(user_uploads|user_avatars|avatar)\//;

/** Pages that give out what users uploaded, by their names as operations. */
export const mediaPages: readonly string[] = pages
  .filter(({ path }) => IS_MEDIA.test(path))
  .map(({ path }) => `GET ${path}`);

/** Where a page about a thing is. */
type PageAsk = (target: Target, actor: Actor, stage: Stage) => string | Promise<string>;

export const pageAsks: Readonly<Record<string, PageAsk>> = {
  'GET /user_uploads/*': ({ name }) => `/user_uploads/${name}`,
  'GET /user_uploads/download/*': ({ name }) => `/user_uploads/download/${name}`,
  'GET /user_uploads/thumbnail/*': ({ name }) => `/user_uploads/thumbnail/${name}/840x560.webp`,
  'GET /user_uploads/temporary/:token/:name': (...about) => temporary(...about),
  'GET /user_uploads/exports/:token/:name': ({ id, relation }, _actor, { server, otherRealm }) => {
    const realm =
      relation === 'foreign' ? { id: otherRealm, subdomain: 'other' } : { id: server.realmId, subdomain: '' };
    return new URL(archiveUrl(server.server.world, realm, 'export', id)).pathname;
  },
  'GET /user_uploads/personal/:token/:name': ({ id, relation }, _actor, { server, otherRealm }) => {
    const realm =
      relation === 'foreign' ? { id: otherRealm, subdomain: 'other' } : { id: server.realmId, subdomain: '' };
    return new URL(archiveUrl(server.server.world, realm, 'personal export', id)).pathname;
  },
  'GET /avatar/:who': ({ id }) => `/avatar/${id}`,
  'GET /avatar/:who/medium': ({ name }) => `/avatar/${name}/medium`,
  'GET /user_avatars/:realm_id/:file': (_target, _actor, stage) =>
    publicPictures(stage).then((all) => all.avatar),
  'GET /user_avatars/:realm_id/emoji/images/:file': (_target, _actor, stage) =>
    publicPictures(stage).then((all) => all.emoji),
  'GET /user_avatars/:realm_id/emoji/images/still/:file': (_target, _actor, stage) =>
    publicPictures(stage).then((all) => all.still),
  'GET /user_avatars/:realm_id/realm/:file': (_target, _actor, stage) =>
    publicPictures(stage).then((all) => all.icon),
};

/** The address for a minute, as the uploader of the file gets it. */
const temporary: PageAsk = async ({ name, relation }, actor, stage) => {
  if (relation === 'missing') return `/user_uploads/temporary/${'x'.repeat(60)}/nothing.txt`;
  const { as, host } =
    relation === 'own'
      ? actor
      : relation === 'foreign'
        ? { as: credentialsOf(stage.otherNeighbour), host: OTHER }
        : { as: credentialsOf(stage.keeper), host: HOME };
  const answer = await stage.ask('GET', `/user_uploads/${name}`, { as, host });
  if (answer.status !== 200) throw new Error(`preparing an address: ${answer.text}`);
  return String(answer.at('url'));
};

type PublicPictures = {
  readonly avatar: string;
  readonly emoji: string;
  readonly still: string;
  readonly icon: string;
};
const made = new WeakMap<Stage, Promise<PublicPictures>>();

function publicPictures(stage: Stage): Promise<PublicPictures> {
  const known = made.get(stage) ?? makePictures(stage);
  made.set(stage, known);
  return known;
}

/** Pictures whose addresses nobody can guess, and which are for everybody who has them. */
async function makePictures(stage: Stage): Promise<PublicPictures> {
  const by = { as: credentialsOf(stage.founder), host: HOME };
  const upload = async (path: string, content: Buffer) => {
    const answer = await stage.ask('POST', path, { ...by, files: [{ name: 'file', content }] });
    if (answer.status !== 200) throw new Error(`preparing a picture: ${answer.text}`);
    return answer;
  };
  const avatar = await upload('/users/me/avatar', PNG);
  await upload('/realm/emoji/moving', GIF);
  const listed = await stage.ask('GET', '/realm/emoji', by);
  const emoji = Object.values(listed.at('emoji') as Record<string, Record<string, unknown>>).find(
    ({ name }) => name === 'moving',
  );
  const icon = await upload('/realm/icon', PNG);
  return {
    avatar: String(avatar.at('avatar_url')),
    emoji: String(emoji?.['source_url']),
    still: String(emoji?.['still_url']),
    icon: String(icon.at('icon_url')),
  };
}
