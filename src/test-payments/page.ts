import type { Answer } from './server.ts';

export type Button = { action: string; label: string };

/** The page where nobody pays: what it would cost, and a button for each way in which it may end. */
export function paymentPage(provider: string, facts: Record<string, string>, buttons: readonly Button[]): Answer {
  const rows = Object.entries(facts).map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  const forms = buttons.map(
    ({ action, label }) =>
      `<form method="post"><button name="action" value="${escaped(action)}">${escaped(label)}</button></form>`,
  );
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>TEST payment – ${escaped(provider)}</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:30rem;padding:0 1rem}
header{background:#fc0;color:#000;font-weight:700;padding:1rem}button{font:inherit;margin:.25rem 0;padding:.75rem;width:100%}</style>
<header role="alert">TEST. This is not ${escaped(provider)}: no money moves here.</header>
<main><h1>A payment by ${escaped(provider)}</h1><dl>${rows.join('')}</dl>${forms.join('')}</main>
</html>`,
  };
}

/** Back to the shop. */
export function redirect(url: string): Answer {
  return { status: 303, headers: { location: url }, body: '' };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
