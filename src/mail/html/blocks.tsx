import { Fragment, type ReactNode } from 'react';
import { dialable } from '../../shop/dialable.ts';
import { style } from './style.ts';

/** Numbers of orders and purchases, phone numbers, spans of time and sizes of tires. */
const unbrokenParts = /([A-Z]\d\d-[\dA-Z]+(?:-\d+)?|\+\d[\d ]+\d|\d\d:\d\d–\d\d:\d\d|\d+(?:\/\d+)? Z?R\d\d)/;

/** Keeps numbers on one line: browsers may break a line at a hyphen, a dash and every space in them. */
export function Unbroken({ text }: { text: string }) {
  return text.split(unbrokenParts).map((part, index) => {
    const isNumber = index % 2 === 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <Fragment key={index}>{isNumber ? <span style={style.unbroken}>{part}</span> : part}</Fragment>
    );
  });
}

export function Text({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={style.text}>
      {typeof children === 'string' ? <Unbroken text={children} /> : children}
    </p>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <h2 className="ink" style={style.heading}>
      {children}
    </h2>
  );
}

export function Link({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="ink" style={style.link}>
      {children}
    </a>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${dialable(phone)}`} className="ink" style={{ ...style.link, ...style.unbroken }}>
      {phone}
    </a>
  );
}

/** A long address breaks after its at sign or, where that is not enough, anywhere. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <a href={`mailto:${email}`} className="ink" style={{ ...style.link, ...style.anyBreak }}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  );
}

/** A table, because Outlook ignores the padding of links. */
export function Button({ to, children }: { to: string; children: ReactNode }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '20px 0' }}>
      <tbody>
        <tr>
          <td style={style.button}>
            <a href={to} style={style.buttonLink}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="ink" style={style.list}>
      {steps.map((step) => (
        <li key={step} style={style.step}>
          <Unbroken text={step} />
        </li>
      ))}
    </ol>
  );
}

export function Rows({ rows }: { rows: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <table cellPadding={0} cellSpacing={0} style={style.table}>
      <tbody>
        {rows
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <tr key={term}>
              <th scope="row" align="left" className="quiet cell" style={{ ...style.term, fontWeight: 400 }}>
                {term}:{' '}
              </th>
              <td className="ink cell" style={style.value}>
                {typeof value === 'string' ? <Unbroken text={value} /> : value}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
