import { registerHooks } from 'node:module';

const noDesk = `export const startDesk = async () => ({ address: '', url: 'none', stop: async () => {} })`;

/** Loaded before the built shop: the shop then starts without its desk. */
registerHooks({
  resolve: (specifier, context, next) =>
    /\/start-desk-[\w-]+\.js$/.test(specifier)
      ? { url: `data:text/javascript,${encodeURIComponent(noDesk)}`, shortCircuit: true }
      : next(specifier, context),
});
