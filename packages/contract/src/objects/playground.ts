import * as z from 'zod';
import { integer, string } from '../primitives.ts';

export const playground = z
  .strictObject({
    id: integer,
    name: string.describe('The name that users see.'),
    pygments_language: string.describe('The language of the code blocks for which it is offered.'),
    url_template: string.describe('RFC 6570 template with the variable `code`.'),
  })
  .meta({ id: 'Playground', description: 'A site on which code of a message can be tried out.' });
export type Playground = z.infer<typeof playground>;
