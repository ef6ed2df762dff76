import type { IDataObject } from 'n8n-workflow';
import { only } from '../output';

const FIELDS = ['id', 'name', 'email', 'phone', 'city', 'country', 'fields', 'conversationId', 'capturedAt'];

/** The fields that a CRM needs. */
export function simplifiedLead(lead: IDataObject): IDataObject {
	return only(lead, FIELDS);
}
