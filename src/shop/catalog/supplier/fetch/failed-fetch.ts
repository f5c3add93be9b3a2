/** Why a list could not be fetched, as the end of a sentence, without the key. */
export class FailedFetch extends Error {}

export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof FailedFetch) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (error.message === 'aborted' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return 'the transfer was cut short';
  if (code === 'Z_BUF_ERROR' || error.message === 'unexpected end of file')
    return 'the compressed transfer was cut short';
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_FORMAT') || code?.startsWith('ERR_BROTLI'))
    return `the compression is broken (${code})`;
  return error.message || code || error.name;
}
