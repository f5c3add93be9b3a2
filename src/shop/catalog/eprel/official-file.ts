export type EprelFileKind = 'png' | 'svg' | 'pdf';

export const maxFileBytes = 4 * 1024 * 1024;

const maxSidePixels = 4_000;
const pngSignature = '89504e470d0a1a0a';
const pngEndChunkWithChecksum = '0000000049454e44ae426082';
/** The signature (8), IHDR (25), and an empty IDAT and IEND (12 each). */
const minPngBytes = 57;

const svgBeginning = new RegExp(
  [
    /^(<\?xml[^>]*\?>\s*)?/,
    // Without `[`, after which it may define entities.
    /(<!DOCTYPE svg[^>[]*>\s*)?/,
    /(<!--[^>]*-->\s*)*/,
    /<svg[\s>]/,
  ]
    .map((pattern) => pattern.source)
    .join(''),
);

/** Parts that an image does not need: scripts, handlers, other documents, addresses outside the image, entities. */
const unsafeSvg = new RegExp(
  [
    // May define entities.
    /<!DOCTYPE[^>]*\[/,
    /<\?xml-stylesheet/,
    /<\s*(\w+:)?(script|foreignObject|iframe|object|embed|handler|set|animate)\b/,
    /\son\w+\s*=/,
    // `href="https://…"`, but not `href="#id"`
    /\bhref\s*=\s*["']?\s*(?!#|data:image\/(png|jpeg);)[^"'\s>]/,
    // `url(https://…)`, but not `url(#id)`
    /url\((?!\s*(["']|&quot;)?\s*(#|data:(font|image\/(png|jpeg))))/,
    /javascript:|@import/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'i',
);

/** Returns a file's kind by its bytes; null: damaged, too large, unsafe, or of a kind that the shop does not serve. */
export function eprelFileKind(bytes: Buffer): EprelFileKind | null {
  if (bytes.length === 0 || bytes.length > maxFileBytes) return null;
  if (isPng(bytes)) return 'png';
  if (isPdf(bytes)) return 'pdf';
  return isSvg(bytes) ? 'svg' : null;
}

function isPng(bytes: Buffer): boolean {
  const hasSignature = bytes.toString('hex', 0, 8) === pngSignature && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (bytes.length < minPngBytes || !hasSignature) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isDrawable = width > 0 && height > 0 && width <= maxSidePixels && height <= maxSidePixels;
  return isDrawable && bytes.toString('hex', bytes.length - 12) === pngEndChunkWithChecksum;
}

function isPdf(bytes: Buffer): boolean {
  return (
    /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
    bytes.toString('latin1', bytes.length - 1_024).includes('%%EOF')
  );
}

function isSvg(bytes: Buffer): boolean {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim();
  if (!svgBeginning.test(text) || !text.endsWith('</svg>')) return false;
  const isUtf8 = !text.includes('\ufffd');
  return isUtf8 && !text.includes('\0') && !unsafeSvg.test(text);
}
