/** Photographs are square. They have a file of each size (side in pixels) and kind for pages, and a JPEG for feeds and link previews. */
export const photoSizes = [160, 320, 640] as const;
export const photoKinds = ['avif', 'webp'] as const;
export const feedSize = 800;

/** Maximum bytes of each file for pages, by size. The quality is reduced until a file fits. */
export const maxPhotoBytes = { 160: 6_000, 320: 14_000, 640: 35_000 } as const;

export const photoNames: readonly string[] = [
  ...photoSizes.flatMap((size) => photoKinds.map((kind) => `${size}.${kind}`)),
  `${feedSize}.jpg`,
];

/** Kept so that a later version of the shop can make other sizes. Not served. */
export const masterName = 'master.webp';

export const uploadLimits = { bytes: 8 * 1024 * 1024, pixels: 25_000_000, minSide: 200 } as const;

export type PhotoRefusal =
  | 'too-large'
  | 'not-a-picture'
  | 'unreadable'
  | 'too-many-pixels'
  | 'too-small'
  | 'animated'
  | 'one-colour'
  | 'took-too-long'
  | 'too-much-memory';
