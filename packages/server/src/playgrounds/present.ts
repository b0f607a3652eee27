import type { Playground } from '@parley/contract/objects/playground.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type PlaygroundRow = Selectable<Schema['playground']>;

export const presentPlayground = ({
  id,
  name,
  pygments_language,
  url_template,
}: PlaygroundRow): Playground => ({ id, name, pygments_language, url_template });
