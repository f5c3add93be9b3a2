import type { Tire } from '../tire/tire.ts';
import { bitmapPath } from '../tire/tire-image.ts';

type Pictured = Pick<Tire, 'image' | 'photo'>;

export function photoPath(id: string, fileName: string): string {
  return `/photos/${id}-${fileName}`;
}

/** Returns the path of the tire's photograph, `size` pixels wide, or of its drawing. */
export function picturePath({ image, photo }: Pictured, size: 160 | 320 | 640): string {
  return photo ? photoPath(photo.id, `${size}.webp`) : image;
}

/** Returns the path of the picture for product feeds and search engines, a JPEG or PNG of 800 × 800 pixels. */
export function feedPicturePath({ image, photo }: Pictured): string {
  return photo?.feed ? photoPath(photo.id, '800.jpg') : bitmapPath(image);
}
