/** The pictures that an organization can give itself. */
export type ImageName = 'icon' | 'logo' | 'night_logo';

/** One of them: the name of the file while there is one, and how often it was changed. */
export type StoredImage = { readonly file: string | null; readonly version: number };
