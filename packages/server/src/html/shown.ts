import { checkText } from '../http/fields.ts';
import { problemAnswer } from '../http/answer.ts';
import type { Page } from '../http/page.ts';
import { Problem } from '../problem.ts';
import { notice } from './document.ts';

/** Makes a page whose problems are shown to a person and not as JSON. */
export const shown =
  (handle: Page['handle']): Page['handle'] =>
  async (world, request) => {
    try {
      checkText(request.fields.query);
      checkText(request.fields.body);
      checkText(new Map(Object.entries(request.inPath)));
      return await handle(world, request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, headers } = problemAnswer(error);
      const page = notice(status, 'This did not work', error.message);
      return { ...page, headers: { ...headers, ...page.headers } };
    }
  };
