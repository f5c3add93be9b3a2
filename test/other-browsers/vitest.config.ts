import { defineConfig } from 'vitest/config';
import { compiledMessages } from '../../src/messages/compile.ts';

/** The tests of `npm run test:browsers`: in browsers that `npm test` does not need. */
export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    globalSetup: './test/support/global-setup.ts',
    include: ['test/other-browsers/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
