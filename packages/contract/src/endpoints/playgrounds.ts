import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { path, text } from '../parameter.ts';
import { integer, string, textUpTo } from '../primitives.ts';

export const addCodePlayground = endpoint({
  id: 'add-code-playground',
  method: 'POST',
  path: '/realm/playgrounds',
  tag: 'playgrounds',
  since: 49,
  summary: 'Add a code playground',
  doc: 'Offers a site on which code of messages can be tried out. For administrators.',
  parameters: {
    name: text(textUpTo(limits.playgroundNameLength), 'The name that users see. Not blank.'),
    pygments_language: text(
      textUpTo(limits.playgroundLanguageLength),
      'The language of the code blocks for which it is offered: letters, digits and some signs.',
    ),
    url_template: text(string, 'RFC 6570 template with exactly the variable `code`.'),
  },
  result: { id: integer },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const removeCodePlayground = endpoint({
  id: 'remove-code-playground',
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  tag: 'playgrounds',
  since: 49,
  summary: 'Remove a code playground',
  doc: 'The site is no longer offered. A default language of code blocks that equals its language is cleared. For administrators.',
  parameters: { playground_id: path(integer, 'The playground.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
