import * as z from 'zod';
import { integer, string } from '../primitives.ts';

export const linkifier = z
  .strictObject({
    id: integer,
    pattern: string.describe('Regular expression; `(?P<name>…)` names a group for the templates.'),
    url_template: string.describe('RFC 6570 template over the named groups.'),
    example_input: string.nullable().describe('A text that the pattern matches.'),
    reverse_template: string
      .nullable()
      .describe('Gives the text back from the groups; `{{` and `}}` are braces.'),
    alternative_url_templates: z.array(string).describe('Further addresses that mean the same.'),
  })
  .meta({ id: 'Linkifier', description: 'A pattern whose matches in messages become links.' });
export type Linkifier = z.infer<typeof linkifier>;
