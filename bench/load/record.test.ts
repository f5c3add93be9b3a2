import { expect, test } from 'vitest';
import { withTables } from './record.ts';

const about = 'A CPU, 2 cores, 8 GB, Linux 6; node 26.1.0.';
const page = `# Load

<!-- figures: written by \`npm run bench -- load --record\` -->

A CPU, 2 cores, 8 GB, Linux 6; node 26.0.0.

### Slow clients

2026-12-01, commit abc

| a |

### Soak

2026-12-01, commit abc

| b |

<!-- end of figures -->
`;

test('keeps the tables of sections that did not run', () => {
  const recorded = withTables(page, about, { Soak: '2026-12-02, commit def\n\n| c |', Attacks: '| d |' });
  expect(recorded).toBe(
    page
      .replace('26.0.0', '26.1.0')
      .replace('2026-12-01, commit abc\n\n| b |', '2026-12-02, commit def\n\n| c |\n\n### Attacks\n\n| d |'),
  );
});

test('removes the tables of another machine', () => {
  const recorded = withTables(page, about.replace('2 cores', '8 cores'), { Soak: '| c |' });
  expect(recorded).not.toContain('Slow clients');
  expect(recorded).toContain('### Soak\n\n| c |\n');
});
