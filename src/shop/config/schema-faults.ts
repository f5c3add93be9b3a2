import type { z } from 'zod';

export type SchemaFault = { path: string; reason: string };

/** Returns one fault for each wrong key of the owner's files, with its path: `bank.iban`, `branches.0.id`. */
export function schemaFaults({ issues }: z.ZodError): SchemaFault[] {
  return issues.flatMap((issue) => {
    const issuePath = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issuePath, key].join('.'), reason: 'is not a known key' }));
    const cause = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
    return [{ path: issuePath.join('.'), reason: cause.message }];
  });
}
