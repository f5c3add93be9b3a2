/** The part of SaxonJS that the tests use. */
declare module 'saxon-js' {
  const saxon: {
    transform(options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' }): {
      principalResult: string;
    };
  };
  export default saxon;
}
