import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assetPackages, external } from './external.ts';

type Manifest = { [kind in 'dependencies' | 'optionalDependencies' | 'peerDependencies']?: Record<string, string> };

/** Returns the folders of packages and all their dependencies in `modules`, except those that are not installed. */
export function neededFolders(modules: string, names: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const add = (name: string, searchFolders: readonly string[]) => {
    // The nearest folder, as in Node's module resolution.
    const folder = searchFolders
      .map((parent) => join(parent, name))
      .find((path) => existsSync(join(path, 'package.json')));
    if (!folder || needed.has(folder)) return;
    needed.add(folder);
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(dependency, [join(folder, 'node_modules'), ...searchFolders]);
  };
  for (const name of names) add(name, [modules]);
  return needed;
}

/** Removes packages that the built shop does not need in a container image. This includes the embedded PostgreSQL. */
export function removeUnneeded(modules: string): void {
  const needed = neededFolders(modules, [...external, ...assetPackages]);
  const packagesOfScope = (scope: string) => readdirSync(join(modules, scope)).map((name) => `${scope}/${name}`);
  const names = readdirSync(modules).flatMap((entry) => (entry.startsWith('@') ? packagesOfScope(entry) : [entry]));
  for (const name of names) {
    if (!needed.has(join(modules, name))) rmSync(join(modules, name), { recursive: true });
  }
}

if (import.meta.main) removeUnneeded(join(import.meta.dirname, '../../node_modules'));
