import { createHash } from 'node:crypto';

/** Matches script elements with code, and captures the code. Excludes elements with `src` or with JSON. */
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g;

const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Returns a policy that allows the document's own inline scripts and style elements by their hashes, and calls to the API. `apiOrigin`: absent if the API has the origin of the page. */
export function contentSecurityPolicy(html: string, apiOrigin?: string): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashesOf(html, inlineScript)].join(' ')}`,
    `style-src ${["'self'", ...hashesOf(html, styleElement)].join(' ')}`,
    "img-src 'self' data:",
    `connect-src 'self'${apiOrigin ? ` ${apiOrigin}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashesOf(html: string, pattern: RegExp): Set<string> {
  const hashes = html
    .matchAll(pattern)
    .map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return new Set(hashes);
}
