import type { IDataObject } from 'n8n-workflow';

/** What became of a row. It stands beside the record as `outcome`. */
export type Outcome = 'created' | 'updated' | 'unchanged';

/** The one row of an item. */
export function withOutcome(outcome: Outcome, record: IDataObject): IDataObject[] {
	return [{ ...record, outcome }];
}
