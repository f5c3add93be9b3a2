import { expect, test } from 'vitest';
import { jobName } from './job-name.ts';
import { deskTranslatorOf } from './translator.server.ts';

test.each([
  ['send-letter', 'e-kirja saatmine'],
  ['fetch-supplier-latakko', 'tarnija latakko hinnakiri'],
  ['job-of-earlier-version', 'job-of-earlier-version'],
])('names jobs of the queue %s “%s”', (queue, name) => {
  expect(jobName(deskTranslatorOf('ee', 'jobs'), queue)).toBe(name);
});
