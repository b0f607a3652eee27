import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json } from '../parameter.ts';
import { listUpTo, string, textUpTo } from '../primitives.ts';

const result = { alert_words: z.array(string).describe('All alert words of the caller, the oldest first.') };

export const getAlertWords = endpoint({
  id: 'get-alert-words',
  method: 'GET',
  path: '/users/me/alert_words',
  tag: 'alert-words',
  summary: 'List your alert words',
  doc: 'The words that the caller wants to hear of wherever they are said.',
  result,
});

export const addAlertWords = endpoint({
  id: 'add-alert-words',
  method: 'POST',
  path: '/users/me/alert_words',
  tag: 'alert-words',
  summary: 'Add alert words',
  doc: 'Words that are there already, in whatever letter case, are left as they are.',
  parameters: {
    alert_words: json(
      listUpTo(textUpTo(limits.alertWordLength), limits.alertWords),
      'The words. Blank ones are left out.',
    ),
  },
  result,
});

export const removeAlertWords = endpoint({
  id: 'remove-alert-words',
  method: 'DELETE',
  path: '/users/me/alert_words',
  tag: 'alert-words',
  summary: 'Remove alert words',
  doc: 'Letter case does not matter; words that are not there do not either.',
  parameters: { alert_words: json(listUpTo(string, limits.alertWords), 'The words.') },
  result,
});
