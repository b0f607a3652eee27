import { addAlertWords, removeAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
} from '@parley/contract/endpoints/saved-snippets.ts';
import type { Act } from './replay-acts.ts';

/** Words that somebody listens for, people whom somebody does not want to hear, texts that somebody keeps. */
export const personalWordActs = (): Act[] => {
  let snippet = 0;
  return [
    {
      name: 'alert words are added',
      run: ({ cast: { hero }, secret }) =>
        hero.connection.call(addAlertWords, { alert_words: [secret(hero, 'a word of the hero'), 'second'] }),
    },
    {
      name: 'an alert word is removed in another letter case',
      run: ({ cast: { hero } }) => hero.connection.call(removeAlertWords, { alert_words: ['SECOND'] }),
    },
    {
      name: 'people are muted',
      run: async ({ cast: { hero, guest, member } }) => {
        await hero.connection.call(muteUser, { muted_user_id: guest.id });
        await hero.connection.call(muteUser, { muted_user_id: member.id });
      },
    },
    {
      name: 'somebody is unmuted',
      run: ({ cast: { hero, guest } }) => hero.connection.call(unmuteUser, { muted_user_id: guest.id }),
    },
    {
      name: 'snippets are saved',
      run: async ({ cast: { hero }, secret }) => {
        const content = secret(hero, 'a snippet of the hero');
        const made = await hero.connection.call(createSavedSnippet, { title: 'one', content });
        snippet = made.saved_snippet_id;
        await hero.connection.call(createSavedSnippet, { title: 'two', content: `${content}, again` });
      },
    },
    {
      name: 'a snippet is edited',
      run: ({ cast: { hero } }) =>
        hero.connection.call(editSavedSnippet, { saved_snippet_id: snippet, title: 'uno' }),
    },
    {
      name: 'a snippet is deleted',
      run: ({ cast: { hero } }) => hero.connection.call(deleteSavedSnippet, { saved_snippet_id: snippet }),
    },
  ];
};
