import { render, toPlainText } from '@react-email/render';
import type { ReactElement, ReactNode } from 'react';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { locales } from '../../shop/locale.ts';
import type { Messages } from '../messages.ts';
import { Unbroken } from './blocks.tsx';
import { darkTheme, style } from './style.ts';

type Props = {
  messages: Messages;
  shopConfig: ShopConfig;
  title: string;
  showsHelpPhone: boolean;
  /** By default, the name, codes and address of the seller. */
  footer?: string;
  children: ReactNode;
};

export function Layout({ messages, shopConfig, title, showsHelpPhone, footer, children }: Props) {
  const { name, legalName, registryCode, vatNumber, address, phones } = shopConfig;
  return (
    <html lang={locales[messages.locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkTheme}</style>
      </head>
      <body className="paper ink" style={style.body}>
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className="paper" style={style.paper}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 12px' }}>
                <table
                  role="presentation"
                  width="600"
                  cellPadding={0}
                  cellSpacing={0}
                  className="sheet"
                  style={{ ...style.sheet, width: '100%' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: '20px 24px 0' }}>
                        <span className="ink" style={style.logo}>
                          {name}
                        </span>
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '20px 24px' }}>
                        <h1 className="ink" style={style.title}>
                          <Unbroken text={title} />
                        </h1>
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="quiet line" style={{ ...style.quiet, ...style.footer }}>
                        {showsHelpPhone && (
                          <>
                            <Unbroken text={messages.mail('questions', { phone: phones[0] })} />
                            <br />
                          </>
                        )}
                        {footer ??
                          messages.orderPage('seller', {
                            name: legalName,
                            code: registryCode,
                            vat: vatNumber,
                            address,
                          })}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

export async function renderHtmlAndText(page: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(page);
  const text = toPlainText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: '.cell', format: 'inline' },
      { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  });
  return { html, text };
}
