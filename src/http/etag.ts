/** Compares weakly: `W/"x"` and `"x"` are equal (RFC 9110, section 13.1.2). `etag`: with quotes. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  // A tag contains no quotes, so another tag of a list cannot contain this one.
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.replace(/^W\//, ''));
}
