import { expect, test } from 'vitest';
import { branchOf, isWantedBranch, pushText, type PushedCommit } from './git-hosts.ts';

function commit(author: string, message = 'Work'): PushedCommit {
  return { hash: '0123456789abcdef', message, url: 'https://git.example/c', author };
}

const push = { user: 'ada', branch: 'main', url: undefined };

test('commits of the user who pushed name no authors', () => {
  expect(pushText({ ...push, commits: [commit('ada'), commit('ada')] })).not.toContain('Commits by');
});

test('authors are named with their shares, the largest first', () => {
  const commits = [commit('ada'), commit('bob'), commit('bob'), commit('eve')];
  expect(pushText({ ...push, commits })).toContain('Commits by bob (2), ada (1) and eve (1).');
});

test('authors beyond the tenth are counted', () => {
  const commits = Array.from({ length: 13 }, (_, i) => commit(`author${i}`));
  expect(pushText({ ...push, commits })).toMatch(/author9 \(1\) and 3 others\./);
});

test('a commit is shown by its first line and seven digits', () => {
  const [, line] = pushText({ ...push, commits: [commit('ada', '  Fix `x` @**all**\r\n\r\nMore')] }).split(
    '\n\n',
  );
  expect(line).toBe("* Fix 'x' @_**all** ([0123456](https://git.example/c))");
});

test.each([
  ['refs/heads/a/b', 'a/b'],
  ['refs/tags/v1', undefined],
  ['main', 'main'],
])('the branch of %s is %s', (ref, branch) => {
  expect(branchOf(ref)).toBe(branch);
});

test.each([
  [undefined, 'x', true],
  ['main, dev ', 'dev', true],
  ['main,dev', 'de', false],
  ['Main', 'main', false],
])('the filter %j lets %s pass: %s', (branches, branch, passes) => {
  expect(isWantedBranch({ branches }, branch)).toBe(passes);
});
