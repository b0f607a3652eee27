/** Small pictures, as files of users: one that rests, one that moves, and one that is none. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQYlWP4z8DwHx9mGBkKAMLXf4GpDKyMAAAAAElFTkSuQmCC',
  'base64',
);
export const GIF = Buffer.from(
  'R0lGODlhCAAIAIAAAExpcf8AACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFCgAAACwAAAAACAAIAAACB4yPqcvtXQAAIfkEBQoAAAAsAAAAAAgACACATGlxAAD/AgeMj6nL7V0AADs=',
  'base64',
);
export const NO_PICTURE = Buffer.from('GIF89a, but not really');
