/** The images of an organization. */
export type ImageName = 'icon' | 'logo' | 'night_logo';

/** The file name of an image, if there is one, and the number of its changes. */
export type StoredImage = { readonly file: string | null; readonly version: number };
