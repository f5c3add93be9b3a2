import type { Rolldown } from 'vite';

type Chunking = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The entry hydrates the document when it runs, so it must stay a chunk that no other chunk imports. */
const entry = /\/src\/web\/entry\.client\.tsx$/;
const homePage = /\/src\/web\/pages\/home\/home\.tsx$/;
/** Parts of the home page that load on demand. They do not count as pages that share code with the home page. */
export const onDemandPart = /\/(no-result|size-facts)\b[^/]*$/;
const library = /\/node_modules\//;

/** Puts the home page's libraries into one chunk, its shared code into another: larger chunks compress better. */
export const clientChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      debugName: 'first view',
      name(id, context) {
        if (entry.test(id)) return null;
        const { isUsedByEntry, pages } = usersOf(id, context);
        const isOnHomePage = isUsedByEntry || pages.some((page) => homePage.test(page));
        if (!isOnHomePage) return null;
        if (library.test(id)) return 'libraries';
        const isShared = isUsedByEntry || pages.length > 1;
        return isShared ? 'shop' : null;
      },
    },
  ],
};

/** `pages`: lazily loaded modules that import `id`, directly or not; `isUsedByEntry`: whether an entry imports it. */
function usersOf(id: string, context: Chunking): { isUsedByEntry: boolean; pages: string[] } {
  const users = new Set([id]);
  // The loop also visits the users that it adds.
  for (const user of users) {
    for (const importer of context.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  const modules = [...users].flatMap((user) => context.getModuleInfo(user) ?? []);
  return {
    isUsedByEntry: modules.some(({ isEntry }) => isEntry),
    pages: modules
      .filter((module) => module.dynamicImporters.length > 0 && !onDemandPart.test(module.id))
      .map((module) => module.id),
  };
}
