import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { external, filesOf } from './external.ts';

type Manifest = { [kind in 'dependencies' | 'optionalDependencies' | 'peerDependencies']?: Record<string, string> };

/**
 * The folders in `modules` that packages need when they run: their own and, through all of their dependencies, those of others.
 * One that is not installed is left out, as an optional one for another platform is.
 */
export function neededFolders(modules: string, names: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const add = (name: string, within: readonly string[]) => {
    // As Node looks: nearest first.
    const folder = within.map((parent) => join(parent, name)).find((path) => existsSync(join(path, 'package.json')));
    if (!folder || needed.has(folder)) return;
    needed.add(folder);
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(dependency, [join(folder, 'node_modules'), ...within]);
  };
  for (const name of names) add(name, [modules]);
  return needed;
}

/** Takes out of `modules` whatever the built shop does not need: for containers, where the embedded database is none of it. */
export function removeOthers(modules: string): void {
  const needed = [...neededFolders(modules, [...external, ...filesOf])];
  const isNeeded = (path: string) => needed.some((folder) => folder === path || folder.startsWith(`${path}/`));
  const scoped = (name: string) => readdirSync(join(modules, name)).map((one) => `${name}/${one}`);
  for (const name of readdirSync(modules).flatMap((name) => (name.startsWith('@') ? scoped(name) : [name]))) {
    if (!isNeeded(join(modules, name))) rmSync(join(modules, name), { recursive: true });
  }
}

if (import.meta.main) removeOthers(join(import.meta.dirname, '../../node_modules'));
