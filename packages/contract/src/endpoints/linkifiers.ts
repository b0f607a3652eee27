import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { linkifier } from '../objects/linkifier.ts';
import { json, optional, path, text } from '../parameter.ts';
import { integer, listUpTo, string } from '../primitives.ts';

const filterId = { filter_id: path(integer, 'The linkifier.') };

const parts = {
  pattern: text(
    string,
    'Regular expression without look-around and back-references; `(?P<name>…)` names a group.',
  ),
  url_template: text(string, 'RFC 6570 template that uses every named group.'),
  example_input: optional(text(string, 'A text that the pattern matches. Empty removes it.', { since: 471 })),
  reverse_template: optional(
    text(string, 'Must give `example_input` back from its groups. Empty removes it.', { since: 471 }),
  ),
  alternative_url_templates: optional(
    json(
      listUpTo(string, limits.linkifierAlternatives),
      'Further addresses that are turned back into the short form.',
    ),
  ),
};

export const getLinkifiers = endpoint({
  id: 'get-linkifiers',
  method: 'GET',
  path: '/realm/linkifiers',
  tag: 'linkifiers',
  since: 54,
  summary: 'List linkifiers',
  doc: 'All linkifiers in the order in which they are tried.',
  result: { linkifiers: z.array(linkifier) },
});

export const addLinkifier = endpoint({
  id: 'add-linkifier',
  method: 'POST',
  path: '/realm/filters',
  tag: 'linkifiers',
  summary: 'Add a linkifier',
  doc: 'Adds a linkifier behind all others. For administrators.',
  parameters: parts,
  result: { id: integer },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const updateLinkifier = endpoint({
  id: 'update-linkifier',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  tag: 'linkifiers',
  since: 57,
  summary: 'Update a linkifier',
  doc: 'Replaces pattern and template; the other parts stay as they are when they are left out. For administrators.',
  parameters: { ...filterId, ...parts },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const removeLinkifier = endpoint({
  id: 'remove-linkifier',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  tag: 'linkifiers',
  summary: 'Remove a linkifier',
  doc: 'Messages that were already sent keep their links. For administrators.',
  parameters: filterId,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const reorderLinkifiers = endpoint({
  id: 'reorder-linkifiers',
  method: 'PATCH',
  path: '/realm/linkifiers',
  tag: 'linkifiers',
  since: 202,
  summary: 'Reorder linkifiers',
  doc: 'Puts the linkifiers into the order in which they are to be tried. For administrators.',
  parameters: {
    ordered_linkifier_ids: json(
      listUpTo(integer, limits.linkifiersPerRealm),
      'The ids of all linkifiers, each once.',
    ),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
