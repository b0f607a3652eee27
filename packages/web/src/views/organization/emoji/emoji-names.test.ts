import { expect, test } from 'vitest';
import { nameOfFile, stateOfName, type NamingFacts } from './emoji-names.ts';

test.each([
  ['satellite_pass.png', 'satellite_pass'],
  ['First Light.webp', 'first_light'],
  ['Île-de-Ré (2).jpeg', 'i_le-de-re_2'],
  ['archive.tar.gif', 'archive_tar'],
  ['---.png', ''],
  ['.png', ''],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(100)],
])('the file %j suggests the name %j', (file, name) => {
  expect(nameOfFile(file)).toBe(name);
});

const emoji = (name: string, authorId: number | null, deactivated = false) => ({
  id: name,
  name,
  source_url: '',
  deactivated,
  author_id: authorId,
});

const facts: NamingFacts = {
  own: [emoji('mine', 10), emoji('theirs', 11), emoji('old', 11, true)],
  others: ['twin'],
  selfId: 10,
  isAdministrator: false,
};
const administrator = { ...facts, isAdministrator: true };

test.each([
  ['free_fall', facts, { kind: 'free' }],
  ['old', facts, { kind: 'free' }],
  ['Comet', facts, { kind: 'bad' }],
  ['comet_', facts, { kind: 'bad' }],
  ['', facts, { kind: 'bad' }],
  ['x'.repeat(101), facts, { kind: 'bad' }],
  ['twin', facts, { kind: 'twice' }],
  ['mine', facts, { kind: 'taken', authorId: 10, mayReplace: true }],
  ['theirs', facts, { kind: 'taken', authorId: 11, mayReplace: false }],
  ['theirs', administrator, { kind: 'taken', authorId: 11, mayReplace: true }],
  ['smile', facts, { kind: 'standard', mayReplace: false }],
  ['smile', administrator, { kind: 'standard', mayReplace: true }],
])('the name %j is judged for the user', (name, known, state) => {
  expect(stateOfName(name, known)).toEqual(state);
});
