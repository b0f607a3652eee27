/** Bytes, or the path of a local file. */
export type PictureSource = Uint8Array | string;

/** A scaled copy: inside the box, or covering it and cropped. Never larger than the original. */
export type PictureOutput = {
  readonly width: number;
  readonly height: number;
  readonly fit: 'inside' | 'cover';
  readonly format: 'webp' | 'png';
  /** Whether an animated original stays animated, unless it is too large; otherwise the copy is its first frame. */
  readonly animated: boolean;
};

export type ProcessedPicture = {
  /** The width after applying the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** The detected format, independent of the file name: `png`, `jpeg`, `gif`, `webp`, … */
  readonly format: string;
  readonly frames: number;
  /** In the order of the outputs. */
  readonly copies: readonly Uint8Array[];
};

export type PictureJob = { readonly source: PictureSource; readonly outputs: readonly PictureOutput[] };
export type PictureResult = { readonly picture: ProcessedPicture | undefined };
