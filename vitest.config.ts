import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { compiledMessages } from './src/messages/compile.ts';

export default defineConfig({
  test: {
    // Here and not in the projects: once per run.
    globalSetup: './test/support/global-setup.ts',
    maxWorkers: 2,
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'test/*.test.ts'], 60_000),
      project('http', ['test/http/**/*.test.{ts,tsx}'], 120_000),
      project('payments', ['test/payments/**/*.test.ts'], 120_000),
      // Kills the built shop again and again.
      project('faults', ['test/faults/**/*.test.ts'], 600_000),
      // Odd requests to the built shop.
      project('fuzz', ['test/fuzz/**/*.test.ts'], 300_000),
      project('model', ['test/model/**/*.test.ts'], 300_000),
      project('catalogue', ['test/catalogue/**/*.test.ts'], 300_000),
      project('import', ['test/import/**/*.test.ts'], 120_000),
      project('cli', ['test/cli/**/*.test.ts'], 120_000),
      // Against the build, which `npm test` makes first, in a process of its own: a worker of the tests, which holds no
      // state of the shop, keeps what it has loaded and its Chromium from file to file.
      project('browser', ['test/browser/**/*.test.ts'], 240_000, { isolate: false, pollMs: 30_000 }),
    ],
  },
});

function project(
  name: string,
  include: string[],
  milliseconds: number,
  { isolate = true, pollMs = milliseconds / 2 } = {},
): TestProjectInlineConfiguration {
  return {
    plugins: [compiledMessages()],
    // As in vite.config.ts: compiled messages need the formatter without the parser.
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    test: {
      server: { deps: { inline: ['use-intl'] } },
      name,
      include,
      environment: 'node',
      pool: 'forks',
      isolate,
      testTimeout: milliseconds,
      expect: { poll: { timeout: pollMs } },
      // PostgreSQL, a browser or the whole shop may have to start.
      hookTimeout: Math.max(milliseconds, 60_000),
    },
  };
}
