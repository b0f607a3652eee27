import { render } from '@parley/markdown/full';

/** The description of an organization as HTML. */
export const renderDescription = (description: string): string => render(description).html;
