import { type Activity, activities } from './activities.ts';
import { personalColumns } from './register.ts';

/** The register as two Markdown tables: what personal data are used for, and where they are. */
export function registerTables(): string {
  const heads: (keyof Activity)[] = ['title', 'people', 'purpose', 'basis', 'kept', 'recipients'];
  const uses = Object.values(activities).map((activity) => heads.map((head) => activity[head]));
  const places = Object.entries(personalColumns).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([, { kind }]) => kind === 'personal')
      .map(([column, { says, activity }]) => [`\`${table}.${column}\``, says, activities[activity].title]),
  );
  return [
    ...markdown(['activity', 'people', 'purpose', 'legal basis', 'kept', 'recipients'], uses),
    '',
    ...markdown(['column', 'says', 'activity'], places),
  ].join('\n');
}

function markdown(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
