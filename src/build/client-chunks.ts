import type { Rolldown } from 'vite';

type Chunking = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const homePage = /\/src\/web\/pages\/home\/home\.tsx$/;
const library = /\/node_modules\//;

/** Libraries of the home page, and code that it shares with other pages: fewer, larger chunks compress better. */
export const clientChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      debugName: 'first view',
      name(id, context) {
        const { always, pages } = usersOf(id, context);
        const isOnHomePage = always || pages.some((page) => homePage.test(page));
        if (library.test(id)) return isOnHomePage ? 'libraries' : null;
        return isOnHomePage && (always || pages.length > 1) ? 'shop' : null;
      },
    },
  ],
};

/** `pages`: the lazily loaded modules that import a module, directly or not; `always`: whether an entry imports it. */
function usersOf(id: string, context: Chunking): { always: boolean; pages: string[] } {
  const users = new Set([id]);
  for (const user of users) for (const importer of context.getModuleInfo(user)?.importers ?? []) users.add(importer);
  const modules = [...users].flatMap((user) => context.getModuleInfo(user) ?? []);
  return {
    always: modules.some(({ isEntry }) => isEntry),
    pages: modules.filter(({ dynamicImporters }) => dynamicImporters.length > 0).map((module) => module.id),
  };
}
