import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import trackedShop from '../../shop.config.ts';
import trackedSuppliers from '../../suppliers.config.ts';

export type OwnerFile = { file: string; content: unknown };

/** `prices` null: there is no file with price rules. */
export type OwnerFiles = { shop: OwnerFile; suppliers: OwnerFile; prices: OwnerFile | null };

// These files may be missing. Git ignores the local ones, so an update keeps them. Tests use none of them.
const isTest = import.meta.env.MODE === 'test';
const optionalFiles: Record<string, unknown> = isTest
  ? {}
  : import.meta.glob(['../../{shop,suppliers,prices}.local.ts', '../../prices.config.ts'], {
      eager: true,
      import: 'default',
    });

/** The owner's files of this build: the local ones where they exist, otherwise the tracked ones. */
export const ownerFiles: OwnerFiles = {
  shop: builtFile('shop', trackedShop),
  suppliers: builtFile('suppliers', trackedSuppliers),
  prices: builtPrices(),
};

/** Returns the owner's files as they are in `folder` now; if one is missing, as in a container, the one of the build. */
export async function ownerFilesIn(folder: string): Promise<OwnerFiles> {
  // If the project's folder has no price rules, the owner has removed them: those of the build do not apply.
  const isProject = existsSync(join(folder, 'shop.config.ts'));
  return {
    shop: (await fileIn(folder, 'shop')) ?? ownerFiles.shop,
    suppliers: (await fileIn(folder, 'suppliers')) ?? ownerFiles.suppliers,
    prices: (await fileIn(folder, 'prices')) ?? (isProject ? null : ownerFiles.prices),
  };
}

function builtFile(name: string, tracked: unknown): OwnerFile {
  const path = `../../${name}.local.ts`;
  return path in optionalFiles
    ? { file: `${name}.local.ts`, content: optionalFiles[path] }
    : { file: `${name}.config.ts`, content: tracked };
}

function builtPrices(): OwnerFile | null {
  const path = ['../../prices.local.ts', '../../prices.config.ts'].find((candidate) => candidate in optionalFiles);
  return path === undefined ? null : { file: path.slice('../../'.length), content: optionalFiles[path] };
}

async function fileIn(folder: string, name: string): Promise<OwnerFile | null> {
  const [local, tracked] = [`${name}.local.ts`, `${name}.config.ts`];
  const candidates = isTest ? [tracked] : [local, tracked];
  const file = candidates.find((candidate) => existsSync(join(folder, candidate)));
  if (file === undefined) return null;
  const url = pathToFileURL(join(folder, file)).href;
  return { file, content: (await import(/* @vite-ignore */ url)).default };
}
