import type { Plugin } from 'vite';

/**
 * Names for developers' tools are written onto the router's components, and that keeps those that the shop never renders
 * (`NavLink`, `Form`) in the bundle: in the browser's build they go without.
 */
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
