import { openApiDocument } from '../../api';
import type { descriptionOperations as contract } from '../../api/operations/description';
import { parsePart } from '../problems/parse-part';
import { type Implementations, NO_QUERY } from './implement';

/** /openapi.json */
export function descriptionOperations(): Implementations<typeof contract> {
	// Generated from the contract. The server's address is relative to the document.
	const document = openApiDocument({ serverUrl: '' });
	// Every valid key may read it.
	return [
		{
			id: 'getOpenApi',
			answer: ({ query }) => {
				parsePart(NO_QUERY, query, 'query');
				return document;
			},
		},
	];
}
