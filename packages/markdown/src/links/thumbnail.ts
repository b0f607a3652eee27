import type { Upload, UploadedImage } from '../context.ts';

const PLACEHOLDER = '/static/images/loading/loader-black.svg';

/** Attributes of the picture that stands for an uploaded one. */
export function imageAttributes(upload: Upload, image: UploadedImage): Record<string, string> {
  const attributes: Record<string, string> = {
    'data-original-content-type': upload.contentType,
    'data-original-dimensions': `${image.width}x${image.height}`,
    src: image.thumbnail === 'pending' ? PLACEHOLDER : thumbnailPath(upload, image),
  };
  if (image.thumbnail === 'pending') attributes['class'] = 'image-loading-placeholder';
  if (image.animated === true) attributes['data-animated'] = 'true';
  if (image.transcoded !== undefined) attributes['data-transcoded-image'] = image.transcoded;
  return attributes;
}

function thumbnailPath(upload: Upload, image: UploadedImage): string {
  const format = image.animated === true ? '840x560-anim.webp' : '840x560.webp';
  return `/user_uploads/thumbnail/${upload.path}/${format}`;
}
