import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { compiledMessages } from './src/messages/compile.ts';

/** Tests that replace a module for themselves, or read the OpenAPI document: zod has one registry of schemas for all modules of a process. */
const isolated = [
  'src/shop/order/order-codes.server.test.ts',
  'src/shop/payment/stripe/stripe.test.ts',
  'test/import/suppliers/busy-machine.test.ts',
  'test/http/server/{cors,cross-site,openapi,secret-costs,security-headers}.test.ts',
  'test/http/pages/visitors/visitors.test.ts',
];

export default defineConfig({
  test: {
    // At the root, because Vitest would repeat a project's global setup for each project.
    globalSetup: './test/support/global-setup.ts',
    maxWorkers: 2,
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'test/*.test.ts'], 60_000),
      project('http', ['test/http/**/*.test.{ts,tsx}'], 120_000),
      project('isolated', isolated, 120_000, { isolate: true }),
      project('payments', ['test/payments/**/*.test.ts'], 120_000),
      // Kill and restart the built shop.
      project('faults', ['test/faults/**/*.test.ts'], 600_000),
      // Random requests to the built shop.
      project('fuzz', ['test/fuzz/**/*.test.ts'], 300_000),
      project('model', ['test/model/**/*.test.ts'], 300_000),
      project('day', ['test/day/**/*.test.ts'], 300_000),
      project('catalogue', ['test/catalogue/**/*.test.ts'], 300_000),
      project('import', ['test/import/**/*.test.ts'], 120_000),
      project('cli', ['test/cli/**/*.test.ts'], 120_000),
      // The shop runs in its own process, from the build that `npm test` makes first.
      project('browser', ['test/browser/**/*.test.ts'], 240_000),
    ],
  },
});

function project(
  name: string,
  include: string[],
  milliseconds: number,
  { isolate = false } = {},
): TestProjectInlineConfiguration {
  return {
    plugins: [compiledMessages()],
    // As in vite.config.ts: compiled messages do not need the parser.
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    test: {
      server: { deps: { inline: ['use-intl'] } },
      name,
      include,
      exclude: isolate ? [] : isolated,
      environment: 'node',
      pool: 'forks',
      // Without isolation a worker reuses its modules, and its Chromium, for the next file.
      isolate,
      testTimeout: milliseconds,
      // A condition that never comes true fails its test long before `testTimeout`.
      expect: { poll: { timeout: 30_000 } },
      // Hooks start PostgreSQL, a browser or the whole shop.
      hookTimeout: Math.max(milliseconds, 60_000),
    },
  };
}
