import { room } from '@parley/rules/steps/channels.ts';
import { post, whisper } from '@parley/rules/steps/editing.ts';
import { same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Answer } from '@parley/rules/wire.ts';

/** An unsupported parameter, which every success has to report. */
const EXTRA = { zeta: 1 };

function reportsExtra(answer: Answer): void {
  same(success(answer).at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
}

export const specificationIgnoredRules: readonly Rule[] = [
  rule('SPI-1', 'send-message', 'An unsupported parameter is reported.', async (w) => {
    const as = await w.user();
    const form = { type: 'direct', to: [as.id], content: 'x', ...EXTRA };
    reportsExtra(await w.ask('POST', '/messages', { as, form }));
  }),
  rule('SPI-2', 'update-message-flags-for-narrow', 'An unsupported parameter is reported.', async (w) => {
    const range = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [], op: 'add', flag: 'read' };
    const form = { ...range, ...EXTRA };
    reportsExtra(await w.ask('POST', '/messages/flags/narrow', { as: await w.user(), form }));
  }),
  rule('SPI-3', 'get-message-history', 'An unsupported parameter is reported.', async (w) => {
    const as = await w.user();
    const id = await whisper(w, as, [as]);
    reportsExtra(await w.ask('GET', `/messages/${id}/history`, { as, query: EXTRA }));
  }),
  rule('SPI-4', 'remove-reaction', 'An unsupported parameter is reported.', async (w) => {
    const as = await w.user();
    const path = `/messages/${await whisper(w, as, [as])}/reactions`;
    success(await w.ask('POST', path, { as, form: { emoji_name: '+1' } }));
    reportsExtra(await w.ask('DELETE', path, { as, form: { emoji_name: '+1', ...EXTRA } }));
  }),
  rule('SPI-5', 'get-stream-topics', 'An unsupported parameter is reported.', async (w) => {
    const as = await w.user();
    const { id } = await room(w, as);
    reportsExtra(await w.ask('GET', `/users/me/${id}/topics`, { as, query: EXTRA }));
  }),
  rule('SPI-6', 'delete-message', 'An unsupported parameter is reported.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    reportsExtra(await w.ask('DELETE', `/messages/${id}`, { as, form: EXTRA }));
  }),
];
