import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitOnError, root } from './project.mjs';

const fileNames = ['shop', 'suppliers', 'prices'].flatMap((name) => [`${name}.config.ts`, `${name}.local.ts`]);

/** Throws one line with file and position when one of the owner's files cannot be loaded. Needs the pinned Node, which runs TypeScript. */
export async function loadOwnerFiles() {
  for (const name of fileNames) {
    const file = join(root, name);
    if (existsSync(file)) await import(pathToFileURL(file).href).catch((error) => throwWithPosition(name, error));
  }
}

if (import.meta.main) await exitOnError(loadOwnerFiles);

function throwWithPosition(/** @type {string} */ name, /** @type {unknown} */ error) {
  const message = error instanceof Error ? error.message.split('\n')[0] : error;
  throw new Error(`${name}${positionIn(name, error)}: ${message}`);
}

/** Returns line and column of an error, `:4:13`. For a syntax error Node prints no column, but the line with a caret below the column. */
function positionIn(/** @type {string} */ name, /** @type {unknown} */ error) {
  const stack = (error instanceof Error && error.stack) || '';
  const [, line, column] = new RegExp(`${name.replaceAll('.', '\\.')}:(\\d+)(?::(\\d+))?`).exec(stack) ?? [];
  if (line === undefined) return '';
  const caret = /^([ \t]*)\^+$/m.exec(stack)?.[1]?.length;
  return `:${line}:${column ?? (caret === undefined ? 1 : caret + 1)}`;
}
