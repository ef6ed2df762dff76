import type { IDataObject } from 'n8n-workflow';
import { only } from '../output';

const FIELDS = ['id', 'name', 'email', 'phone', 'city', 'country', 'fields', 'conversationId', 'capturedAt'];

/** What a CRM wants of a lead. */
export function simplifiedLead(lead: IDataObject): IDataObject {
	return only(lead, FIELDS);
}
