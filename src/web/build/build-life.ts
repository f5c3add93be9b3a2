import { shopFromDocument } from '../shop-context.tsx';
import { loadManifest } from './manifest.ts';
import { preloadLinks } from './preload-links.ts';
import { watchBuild } from './watch-build.ts';

/** What a page does besides being shown: it knows its build, notices the next one and is ahead of its visitor. */
export async function startBuildLife(): Promise<void> {
  const { buildId } = shopFromDocument();
  watchBuild(buildId);
  await loadManifest(buildId);
  preloadLinks();
}
