import { createContext } from 'react-router';
import type { DocumentContent } from './document/document-content.server.ts';

// In a file that imports no page: during development an edited page reloads all modules that import it, and a reloaded context has no value.
export const documentContext = createContext<DocumentContent>();
