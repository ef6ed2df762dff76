import type { IDataObject } from 'n8n-workflow';

/** Removes empty fields, so that the service gets only what the user filled in. */
export function filled(fields: IDataObject): IDataObject {
	const isEmpty = (value: unknown) =>
		value === undefined ||
		value === '' ||
		(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
