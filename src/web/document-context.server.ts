import { createContext } from 'react-router';
import type { DocumentContent } from './document/document-content.server.ts';

// This file imports no page: an edited page reloads its importers, and a reloaded context has no value.
export const documentContext = createContext<DocumentContent>();
