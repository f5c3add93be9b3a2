import type { ReactNode } from 'react';

type Props = {
  language: string;
  title: string;
  style: string;
  head?: ReactNode;
  isIndexed?: boolean;
  children: ReactNode;
};

/** A document without script. `style`: the style sheet that `registerPlainPages` allows by its hash. */
export function PlainDocument({ language, title, style, head, isIndexed = false, children }: Props) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isIndexed && <meta name="robots" content="noindex" />}
        <title>{title}</title>
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** Hidden fields with which a form sends the parameters of its signed link again. */
export function HiddenFields({ fields }: { fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
