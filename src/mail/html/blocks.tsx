import type { ReactNode } from 'react';
import { style } from './style.ts';

export function Text({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={style.text}>
      {children}
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
          {step}
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
                {value}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
