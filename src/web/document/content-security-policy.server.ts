import { hash } from 'node:crypto';

/** Matches script elements with code, and captures the code. Excludes elements with `src` or with JSON. */
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g;

const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Allows the document's own scripts and styles by hash, and the API. `apiOrigin`: absent if it is the page's. */
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
  return new Set(html.matchAll(pattern).map(([, code = '']) => hashSource(code)));
}

/** Returns the source expression that allows an inline script or style element with this content. */
export function hashSource(code: string): string {
  return `'sha256-${hash('sha256', code, 'base64')}'`;
}
