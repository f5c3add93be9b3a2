import type { Plugin } from 'vite';

/** Removes the names that keep components which the shop never renders (`NavLink`, `Form`) in the browser’s bundle. */
export function withoutUnusedComponents(): Plugin {
  return {
    name: 'without-unused-components',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler(code) {
        const unnamed = code.replace(/^\w+\.displayName = ".*";$/gm, '');
        return {
          code: unnamed.replace(/= (?=React\$1\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ '),
          map: null,
        };
      },
    },
  };
}
