import type { IDataObject } from 'n8n-workflow';

/** Without the fields that were left empty: the service is sent nothing that was not asked for. */
export function filled(fields: IDataObject): IDataObject {
	const isEmpty = (value: unknown) =>
		value === undefined ||
		value === '' ||
		(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
