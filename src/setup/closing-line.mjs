/** Vitest reporter: the last line of the run says `412 passed, 0 failed`. */
export default class ClosingLine {
  /** @type {import('vitest/node').Reporter['onTestRunEnd']} */
  onTestRunEnd = (modules, unhandledErrors) => {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      // Also counts files that cannot be loaded and failed `beforeAll` hooks, whose tests never ran.
      for (const group of [module, ...module.children.allSuites()]) failed += group.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed') failed += 1;
      }
    }
    process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
  };
}
