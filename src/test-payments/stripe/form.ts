export type Form = { [key: string]: Form | string };

/** `a[b][0][c]=x`, as Stripe takes its parameters, to nested objects; lists become objects with numbers as keys. */
export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split('[').map((key) => key.replace(/\]$/, ''));
    const last = keys.pop() ?? '';
    let at = form;
    for (const key of keys) {
      const inner = at[key];
      const next: Form = typeof inner === 'object' ? inner : Object.create(null);
      at[key] = next;
      at = next;
    }
    at[last] = value;
  }
  return form;
}

export function text(form: Form | string | undefined, ...path: string[]): string | undefined {
  const value = inside(form, path);
  return typeof value === 'string' ? value : undefined;
}

/** The values of a list or of metadata. */
export function group(form: Form | string | undefined, ...path: string[]): Form {
  const value = inside(form, path);
  return typeof value === 'object' ? value : {};
}

function inside(form: Form | string | undefined, path: string[]): Form | string | undefined {
  let at = form;
  for (const key of path) at = typeof at === 'object' ? at[key] : undefined;
  return at;
}
