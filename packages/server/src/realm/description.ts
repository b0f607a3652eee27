/** What stands in the place of a description that nobody has written yet. */
const PLACEHOLDER = '<p>The description of this organization has not been written yet.</p>';

/** The description of an organization as HTML. */
export const renderDescription = (description: string): string =>
  description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');

/** The same for those who have not joined yet: never empty. */
export const describeToVisitors = (description: string): string =>
  renderDescription(description) || PLACEHOLDER;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
