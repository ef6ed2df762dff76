import { openApiDocument } from '../../../api';
import type { Implementation } from '../../operations/answer';

/** /openapi.json: made from the contract, for every valid key. The server's address is given relative to the document. */
export function descriptionRoutes(): Implementation[] {
	const document = openApiDocument({ serverUrl: '' });
	return [{ id: 'getOpenApi', answer: () => document }];
}
