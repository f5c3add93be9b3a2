import { createContext } from 'react-router';
import type { DocumentContent } from './document/document-content.server.ts';

// This file imports no page: in development, an edited page reloads its importers, which would empty the context.
export const documentContext = createContext<DocumentContent>();
