/** Longest side of a picture on a slow network; it fills the screen of a phone. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;
/** Smaller files are on their way before they are made smaller. */
const MIN_BYTES = 300_000;
/** Photographs; drawings and screenshots would lose their sharp lines. */
const PHOTOGRAPH = /^image\/(?:jpeg|webp)$/;
const SLOW = /^(?:slow-2g|2g|3g)$/;

/** The network as browsers describe it; not all do. */
export type NetworkFacts = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Whether a picture is made smaller before its upload. */
export function isMadeSmaller(file: Pick<Blob, 'size' | 'type'>, network: NetworkFacts | undefined): boolean {
  const isSlow = network?.saveData === true || SLOW.test(network?.effectiveType ?? '');
  return isSlow && file.size > MIN_BYTES && PHOTOGRAPH.test(file.type);
}

/** The picture as it is sent now: smaller on a slow network, else and in doubt itself. */
export async function smallerPicture<T extends Blob>(file: T): Promise<T | Blob> {
  const { connection } = navigator as { connection?: NetworkFacts };
  if (!isMadeSmaller(file, connection)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const smaller = await canvas.convertToBlob({ type: file.type, quality: QUALITY });
    return smaller.size < file.size ? smaller : file;
  } catch {
    // The browser cannot read the picture.
    return file;
  }
}
