import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const build = join(import.meta.dirname, '../../../build');
const nativeImport = createRequire(import.meta.url)('../native-import.cjs') as (url: string) => Promise<object>;

/** A text with the marks that `pseudoBuild` adds to each message. */
export const marked = (text: string) => `⟦${text}⟧`;

/** Removes the marked parts of a text. */
export function withoutMarked(text: string): string {
  return text.replace(/⟦[^⟧]*⟧/g, ' ');
}

/** Marks every message in a copy of the build, inside the build's folder, so that its imports of packages work. `server`: the copy's entry file. */
export async function pseudoBuild(): Promise<{ server: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(build, 'pseudo-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const part of ['client', 'server']) {
      await cp(join(build, part), join(folder, 'build', part), { recursive: true });
      await markMessages(join(folder, 'build', part, 'assets'));
    }
    // The server does not start without the files of the desk.
    await cp(join(build, 'desk'), join(folder, 'build/desk'), { recursive: true });
    return { server: join(folder, 'build/server/server.js'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function markMessages(assets: string): Promise<void> {
  const languages = new Set<string>();
  for (const name of await readdir(assets)) {
    const [, language = '', kind] = /^(ee|en|ru)[^a-z].*\.(js|br|gz)$/.exec(name) ?? [];
    const path = join(assets, name);
    // Otherwise the server would send the unmarked compressed copy.
    if (kind === 'br' || kind === 'gz') await rm(path);
    else if (kind && (await markChunk(path))) languages.add(language);
  }
  if (languages.size !== 3) throw new Error(`Messages of ${[...languages]} in ${assets}, not of three languages`);
}

/** Rewrites a chunk that exports the messages of a language. Returns false for a chunk that only re-exports them. */
async function markChunk(path: string): Promise<boolean> {
  if (/^\s*export\s*{[^}]*}\s*from/.test(await readFile(path, 'utf8'))) return false;
  const [[name, messages] = []] = Object.entries(await nativeImport(pathToFileURL(path).href));
  await writeFile(path, `const messages = ${JSON.stringify(markAll(messages))};\nexport { messages as ${name} };\n`);
  return true;
}

type Messages = { [key: string]: unknown };

function markAll(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, value]) => [
    key,
    typeof value === 'string' || Array.isArray(value) ? markMessage(value) : markAll(value as Messages),
  ]);
  return Object.fromEntries(entries);
}

/** A message compiled by icu-minify: a text, or a list of texts and nodes. */
function markMessage(message: unknown): unknown {
  if (typeof message === 'string') return /\p{L}/u.test(message) ? marked(message) : message;
  return Array.isArray(message)
    ? message.map((node) => (Array.isArray(node) ? markNode(node) : markMessage(node)))
    : message;
}

/** `#` in a plural, as `icu-minify` writes it. */
const pound = 0;
/** The kinds of nodes in `icu-minify` whose forms are messages. Others format a number or date. */
const kindsWithForms: readonly unknown[] = [1, 2, 3];

/** `[argument]`, `[argument, kind, forms or style]` or `[tag, …contents]`. */
function markNode([name, second, ...rest]: unknown[]): unknown[] {
  if (second === undefined) return [name];
  // Content of a tag: a text, a node or `#`. Kinds are other numbers.
  const isTag = typeof second !== 'number' || second === pound;
  if (isTag) return [name, ...(markMessage([second, ...rest]) as unknown[])];
  if (!kindsWithForms.includes(second)) return [name, second, ...rest];
  const [forms, ...more] = rest;
  const markedForms = Object.entries(forms as Messages).map(([form, content]) => [form, markMessage(content)]);
  return [name, second, Object.fromEntries(markedForms), ...more];
}
