import { render } from '@parley/markdown/full';

/** What stands in the place of a description that nobody has written yet. */
const PLACEHOLDER = '<p>The description of this organization has not been written yet.</p>';

/** The description of an organization as HTML. */
export const renderDescription = (description: string): string => render(description).html;

/** The same for those who have not joined yet: never empty. */
export const describeToVisitors = (description: string): string =>
  description.trim() === '' ? PLACEHOLDER : renderDescription(description);
