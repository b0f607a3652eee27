import { render } from '@parley/markdown/full';

/** The HTML of a text that somebody wrote about themselves. */
export const renderProfileText = (text: string): string => render(text).html;
