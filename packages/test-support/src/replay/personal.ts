import { createDrafts, deleteDraft, editDraft } from '@parley/contract/endpoints/drafts.ts';
import {
  addNavigationView,
  editNavigationView,
  removeNavigationView,
} from '@parley/contract/endpoints/navigation-views.ts';
import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { findToken, deleteToken, storeToken } from '@parley/server/chat/calls/tokens.ts';
import type { Act } from './acts.ts';

function draft(content: string, timestamp?: number): DraftInput {
  return {
    type: '',
    to: [],
    topic: '',
    content,
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

export function draftActs(): Act[] {
  let ids: number[] = [];
  return [
    {
      name: 'drafts are created, some at the same second, one older than the others',
      run: async ({ cast, secret }) => {
        const content = secret(cast.hero, 'a draft of the hero');
        const drafts = [
          draft(`${content} 1`, 1_700_000_000.7),
          draft(`${content} 2`, 1_700_000_000.2),
          draft(`${content} 3`, 1_600_000_000),
          draft(`${content} 4`),
        ];
        ids = (await cast.hero.connection.call(createDrafts, { drafts })).ids;
      },
    },
    {
      name: 'an old draft is edited and becomes the newest',
      run: ({ cast }) =>
        cast.hero.connection.call(editDraft, {
          draft_id: ids[2] ?? 0,
          draft: draft('newest of the hero', 2_000_000_000),
        }),
    },
    {
      name: 'a draft is deleted',
      run: ({ cast }) => cast.hero.connection.call(deleteDraft, { draft_id: ids[0] ?? 0 }),
    },
    {
      name: 'somebody else has drafts too',
      run: ({ cast, secret }) =>
        cast.guest.connection.call(createDrafts, {
          drafts: [draft(secret(cast.guest, 'of the guest alone'))],
        }),
    },
  ];
}

export function viewActs(): Act[] {
  return [
    {
      name: 'a view of its own name is added',
      run: ({ cast, secret }) =>
        cast.hero.connection.call(addNavigationView, {
          fragment: 'narrow/is/alerted',
          is_pinned: true,
          name: secret(cast.hero, 'the view of the hero'),
        }),
    },
    {
      name: 'a built-in view is added',
      run: ({ cast }) => cast.hero.connection.call(addNavigationView, { fragment: 'inbox', is_pinned: true }),
    },
    {
      name: 'a view is unpinned',
      run: ({ cast }) =>
        cast.hero.connection.call(editNavigationView, { fragment: 'inbox', is_pinned: false }),
    },
    {
      name: 'a view is renamed',
      run: ({ cast }) =>
        cast.hero.connection.call(editNavigationView, { fragment: 'narrow/is/alerted', name: 'Alerts' }),
    },
    {
      name: 'a view is removed',
      run: ({ cast }) => cast.hero.connection.call(removeNavigationView, { fragment: 'inbox' }),
    },
  ];
}

/** The provider's side is in the tests of calls; here a token comes and goes. */
export function callActs(): Act[] {
  return [
    {
      name: 'somebody connects an account for video calls',
      run: ({ server, cast: { hero }, secret }) => {
        const { world } = server.server;
        const token = { access: secret(hero, 'an access token'), refresh: null, expiresAt: null };
        const owner = { id: hero.id, realm_id: hero.realmId };
        return world.write(hero.realmId, (tx) => storeToken(tx, world.sealer, owner, token));
      },
    },
    {
      name: 'the provider no longer accepts the account',
      run: ({ server, cast: { hero } }) =>
        server.server.world.write(hero.realmId, async (tx) => {
          const row = await findToken(tx, { id: hero.id, realm_id: hero.realmId });
          if (row !== undefined) await deleteToken(tx, row);
        }),
    },
  ];
}
